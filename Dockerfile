# syntax=docker/dockerfile:1
ARG BASE=docker.io/library/python:3.13-slim

FROM ${BASE} AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY service ./service
RUN python -m venv /opt/belote && /opt/belote/bin/pip install --no-cache-dir .

FROM ${BASE}
COPY --from=build /opt/belote /opt/belote
ENV PATH=/opt/belote/bin:$PATH PYTHONUNBUFFERED=1 PORT=8000
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=2s --start-period=5s \
  CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['PORT']}/readyz\", timeout=2)"]
CMD ["python", "-m", "service"]
