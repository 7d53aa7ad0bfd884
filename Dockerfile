# The base needs python3, 3.11 or newer, with venv. Pin it by digest for reproducible builds.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /opt/belote
COPY requirements.lock /
# The image does not contain pip. To configure pip, for a mirror: --secret id=pip,src=pip.conf
RUN --mount=type=secret,id=pip,target=/etc/pip.conf \
    python3 -m venv /installer \
    && python3 -m venv --without-pip venv \
    && /installer/bin/pip --python venv/bin/python install --no-cache-dir --no-compile \
       --only-binary :all: --require-hashes --requirement /requirements.lock
COPY service service
COPY openapi.yaml service/
COPY tools tools
# Build the files of the pages under hashed names; -B avoids caches, which contain a time.
RUN venv/bin/python -B -m tools.build_static service/site/built
# Compile now, since a read-only root cannot; remove times and owners for a reproducible layer.
ARG SOURCE_DATE_EPOCH=0
RUN venv/bin/python -m compileall -q --invalidation-mode unchecked-hash venv/lib service \
    && chmod -R u=rwX,go=rX . \
    && find . -exec touch --no-dereference --date="@${SOURCE_DATE_EPOCH}" {} +

FROM ${BASE}
WORKDIR /opt/belote
COPY --from=build /opt/belote/venv venv
COPY --from=build /opt/belote/service service
ENV PATH=/opt/belote/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PORT=8000
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["python", "-c", \
  "import os, urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['PORT']}/readyz\", timeout=2)"]
CMD ["python", "-m", "service"]
