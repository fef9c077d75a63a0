vcl 4.1;

# Varnish 7 with the xkey module (Debian: varnish, varnish-modules) between the load balancer and the shop's port. Start varnishd with
# -p http_gzip_support=off: the shop compresses each page once, as br and gzip, and Varnish stores both as they are.
#
# The shop purges by tag as soon as it has dropped its own pages: set PURGE_URLS=http://this-host:6081/ for each of its processes, and
# TRUSTED_PROXIES=2 with HAProxy in front. A page is never older than its s-maxage, even if no purge arrives.

import std;
import xkey;

backend shop {
    .host = "127.0.0.1";
    .port = "3000";
    .connect_timeout = 2s;
    .first_byte_timeout = 60s;
    .probe = {
        .url = "/readyz";
        .interval = 1s;
        .timeout = 2s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

# The machines of the shop.
acl shops {
    "127.0.0.1";
    "10.0.0.0"/8;
}

sub vcl_recv {
    if (req.method == "PURGE") {
        if (client.ip !~ shops) {
            return (synth(403));
        }
        if (!req.http.xkey-purge) {
            return (synth(400, "xkey-purge is missing"));
        }
        # Hard: a price that has changed is never shown again.
        set req.http.purged = xkey.purge(req.http.xkey-purge);
        return (synth(200, "Purged " + req.http.purged));
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Probes are about a process, and calls know the visitor.
    if (req.url ~ "^/(livez|readyz|readyz/checkout|metrics)$" || req.url ~ "^(?i)/(api|mcp)(/|\?|$)") {
        return (pass);
    }
    # Pages that show something of one visitor.
    if (req.url ~ "^(?i)/((cart|wishlists|customer|account|order|cooking-demos|project|performance-dashboard|location|preview)(/|\.data|\?|$)|(virtual-tour|p/[^/?]+/quote)/?(\.data|\?|$))") {
        return (pass);
    }
    # Every other page is the same for all visitors; without their cookies nothing else can come back.
    unset req.http.Cookie;
    unset req.http.Authorization;
    if (req.http.Accept-Encoding ~ "\bbr\b") {
        set req.http.Accept-Encoding = "br";
    } else if (req.http.Accept-Encoding ~ "\bgzip\b") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
    set req.http.Host = std.tolower(req.http.Host);
    return (hash);
}

sub vcl_backend_response {
    # The page as it was is better than an error (RFC 5861), and a page that asks to be requested again soon is no page to store.
    if (beresp.status >= 500 || beresp.http.Retry-After) {
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        return (deliver);
    }
    if (beresp.http.Cache-Tag) {
        set beresp.http.xkey = regsuball(beresp.http.Cache-Tag, ",", " ") + " all";
    } else {
        set beresp.http.xkey = "all";
    }
    return (deliver);
}

sub vcl_deliver {
    unset resp.http.xkey;
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    } else {
        set resp.http.X-Cache = "miss";
    }
}
