# A server in a container: the site, the package and its compiled rules. docs/operations.md says how to run it.
ARG PYTHON=3.11
ARG NODE=22

# ---- the site ----
FROM node:${NODE}-slim AS site
WORKDIR /build/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-fund --no-audit
COPY web ./
COPY src/heliopolis /build/src/heliopolis
RUN npm run build -- --logLevel warn

# ---- the package, installed ----
FROM python:${PYTHON}-slim AS package
WORKDIR /build
RUN python -m venv /opt/heliopolis
COPY constraints.txt ./
RUN /opt/heliopolis/bin/pip install --no-cache-dir --constraint constraints.txt hatchling
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY --from=site /build/src/heliopolis/server/static src/heliopolis/server/static
RUN /opt/heliopolis/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir wheels .
# Compiled rules are keyed by the times of their sources, and layers of an image keep whole seconds only: so must these.
RUN python -m venv --clear /opt/heliopolis \
 && wheel="$(echo wheels/heliopolis-*.whl)" \
 && /opt/heliopolis/bin/pip install --no-cache-dir --no-compile --constraint constraints.txt "${wheel}[server]" \
 && find /opt/heliopolis -name '*.py' -exec touch -d @1767225600 {} + \
 && python -m compileall -q -j 0 /opt/heliopolis/lib

# ---- what runs ----
FROM python:${PYTHON}-slim
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /var/lib/heliopolis heliopolis \
 && install -d -o heliopolis -g heliopolis -m 0700 /var/lib/heliopolis /var/cache/heliopolis
COPY --from=package /opt/heliopolis /opt/heliopolis
ENV PATH=/opt/heliopolis/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    XDG_CACHE_HOME=/var/cache \
    XDG_DATA_HOME=/var/lib
USER heliopolis
# An image may run on another kind of processor than it was built on: one that all of its family can run.
ARG CPU=generic
ENV NUMBA_CPU_NAME=${CPU}
RUN heliopolis compile --pieces levels
VOLUME ["/var/lib/heliopolis"]
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/api/ready', timeout=4)"]
ENTRYPOINT ["heliopolis"]
CMD ["serve", "--no-browser"]
