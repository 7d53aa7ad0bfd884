# The base needs python3, 3.11 or newer, with venv. Name it by digest and every build is the same.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /opt/belote
COPY requirements.lock /
# The installer stays behind. Its settings, where a mirror needs some: --secret id=pip,src=pip.conf
RUN --mount=type=secret,id=pip,target=/etc/pip.conf \
    python3 -m venv /installer \
    && python3 -m venv --without-pip venv \
    && /installer/bin/pip --python venv/bin/python install --no-cache-dir --no-compile \
       --only-binary :all: --require-hashes --requirement /requirements.lock
COPY service service
COPY openapi.yaml service/
COPY tools tools
# What the pages load, under hashed names; without -B it would leave caches that hold a time.
RUN venv/bin/python -B -m tools.build_static
# Compiled once, so that a read-only root starts as fast; and nothing in it tells when or by whom.
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
