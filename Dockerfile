# Selfclock in a container: docker build -t selfclock . && docker run -p 127.0.0.1:8080:8080 -v selfclock:/data selfclock
# It prints the address to open, with the token that keeps others out.
FROM node:22-bookworm-slim AS page

# The page as one file, in which reports are laid.
WORKDIR /opt/selfclock
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY lib lib
COPY client client
COPY scripts scripts
RUN node scripts/build-file.js

FROM node:22-bookworm-slim

# Of tcpdump alone the capability to sniff, which Docker grants by default; the server has none.
RUN apt-get update \
    && apt-get install -y --no-install-recommends tcpdump libcap2-bin \
    && setcap cap_net_raw=ep /usr/bin/tcpdump \
    && apt-get purge -y --auto-remove libcap2-bin \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /opt/selfclock
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force
COPY bin bin
COPY lib lib
COPY server server
COPY client client
COPY LICENSE README.md ./
COPY --from=page /opt/selfclock/dist/selfclock.html dist/

RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8080
ENTRYPOINT ["node", "bin/selfclock.js"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data"]
