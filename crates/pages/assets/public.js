// Makes the beats of a page playable. Everything else on a page works without this file; where a form can be sent
// without leaving the page, it is. Nothing is kept in the browser, and no HTML is ever assigned.
"use strict";

(() => {
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const BARS = 96;
  const JUMP = 5;
  const REPORT_EVERY = 10;

  const one = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  const root = one("[data-player]");
  const items = root ? all("[data-beat]", root) : [];
  const { path, pageToken, artist } = root ? root.dataset : {};

  const clock = (seconds) => {
    const whole = Math.max(0, Math.floor(seconds));
    const two = (part) => String(part).padStart(2, "0");
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  };

  const body = (fields) => new URLSearchParams({ ...fields, page_token: pageToken });
  const post = (name, fields) =>
    fetch(`${path}/${name}`, { method: "POST", headers: { Accept: "application/json" }, body: body(fields) });

  const say = (words) => all("[data-status]").forEach((line) => (line.textContent = words));
  const explain = (status) => {
    if (status === 401 || status === 404 || status === 410) location.reload();
    else if (status === 429) say("Too much at once. Try again in a minute.");
    else say("That did not work. Check your connection and try again.");
  };

  // Times of the server, in the visitor's own time.
  all("time[data-local]").forEach((time) => {
    const own = new Date(time.dateTime);
    if (!Number.isNaN(own.getTime())) time.textContent = own.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  });

  // ---- the beat in the player ----

  const audio = new Audio();
  audio.preload = "metadata";
  let at = Math.max(0, items.findIndex((item) => item.getAttribute("aria-current") === "true"));
  let ticket = null;
  let start = 0;
  let isScrubbing = false;
  let renewals = 0;
  let request = 0;

  const slider = one("[data-position]");
  const titleOf = (item) => one("b, h2, h3", item)?.textContent || "";
  const length = () =>
    Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration : Number(items[at]?.dataset.seconds) || 0;
  const position = () => (audio.src ? audio.currentTime : start);
  const isPlaying = () => Boolean(audio.src) && !audio.paused;

  // The bars of the waveform, each a piece of the path.
  const bars = (letters) =>
    [...(letters || "")].map((letter, bar) => {
      const tall = 2 * (1 + Math.floor((LETTERS.indexOf(letter) * 29) / 63));
      return `M${bar * 6 + 3} ${(64 - tall) / 2}v${tall}`;
    });
  let pieces = bars(items[at]?.dataset.wave);
  let drawn = -1;

  const drawWave = (share) => {
    const done = Math.round(share * BARS);
    if (done === drawn) return;
    drawn = done;
    const [played, rest] = pieces.length
      ? [pieces.slice(0, done).join(""), pieces.slice(done).join("")]
      : [done ? `M3 32h${done * 6 - 6}` : "", `M${done * 6 + 3} 32H573`];
    all(".seek .done").forEach((line) => line.setAttribute("d", played));
    all(".seek .rest").forEach((line) => line.setAttribute("d", rest));
  };

  const showPosition = () => {
    const [now, end] = [isScrubbing && slider ? Number(slider.value) : position(), length()];
    if (slider) {
      slider.max = Math.max(1, Math.floor(end));
      if (!isScrubbing) slider.value = now;
      slider.setAttribute("aria-valuetext", `${clock(now)} of ${clock(end)}`);
    }
    all("[data-elapsed]").forEach((text) => (text.textContent = clock(now)));
    all("[data-length]").forEach((text) => (text.textContent = end ? clock(end) : ""));
    drawWave(end ? Math.min(1, now / end) : 0);
  };

  const showPlaying = () => {
    const playing = isPlaying();
    root.toggleAttribute("data-playing", playing);
    one("[data-play]")?.setAttribute("aria-label", playing ? "Pause" : "Play");
    items.forEach((item, index) => {
      const here = playing && index === at;
      item.toggleAttribute("data-playing", here);
      one("[data-toggle]", item)?.setAttribute("aria-label", `${here ? "Pause" : "Play"} ${titleOf(item)}`);
    });
    if (navigator.mediaSession) navigator.mediaSession.playbackState = playing ? "playing" : "paused";
  };

  // A note that was begun stays with its beat, whatever plays.
  const isBegun = (form) => Boolean(form?.matches(".note") && (form.elements.text.value || form.matches(":target")));
  const noteOn = (item) =>
    all("form.note[data-now-form]").forEach((form) => {
      form.elements.beat.value = item.dataset.beat;
      all("[data-title-now]", form).forEach((text) => (text.textContent = titleOf(item)));
    });

  const showItem = () => {
    const item = items[at];
    const { beat, preview } = item.dataset;
    items.forEach((other) => (other === item ? other.setAttribute("aria-current", "true") : other.removeAttribute("aria-current")));
    all("[data-title-now]").forEach((text) => {
      if (!isBegun(text.closest("form.note"))) text.textContent = titleOf(item);
    });
    all("[data-fact]").forEach((fact) => {
      const value = item.dataset[fact.dataset.fact];
      fact.hidden = !value;
      (one("dd", fact) || fact).textContent = [fact.dataset.words, value].filter(Boolean).join(" ");
    });
    const cover = one(".cover", item);
    all("[data-cover]").forEach((box) => cover && box.replaceChildren(cover.cloneNode(true)));
    all("[data-kind-now]").forEach((text) => {
      text.textContent = { pending: "Preview is being made", missing: "No preview" }[preview] || "Preview";
    });
    all("[data-play]").forEach((button) => (button.disabled = preview !== "ready"));
    all("[data-now-form]").forEach((form) => {
      if (!isBegun(form)) form.elements.beat.value = beat;
    });
    all("[data-note-link]").forEach((link) => link.setAttribute("aria-label", `Leave a note on ${titleOf(item)}`));
    all("[data-ask-link]").forEach((link) => (link.hidden = "sold" in item.dataset));
    showHeart(beat, one("form.heart .ib", item)?.getAttribute("aria-pressed") === "true");
    pieces = bars(item.dataset.wave);
    drawn = -1;
    showPosition();
  };

  const showMetadata = (item) => {
    if (!navigator.mediaSession) return;
    const picture = one("img.cover", item)?.src;
    const artwork = picture ? [{ src: picture }] : [];
    navigator.mediaSession.metadata = new MediaMetadata({ title: titleOf(item), artist, artwork });
  };

  const choose = (index) => {
    report();
    at = index;
    ticket = null;
    start = 0;
    renewals = 0;
    request += 1;
    audio.pause();
    audio.removeAttribute("src");
    audio.load();
    say("");
    showItem();
    showPlaying();
    one("[data-dock]")?.removeAttribute("hidden");
  };

  // Sound comes by a ticket that is good for a while. Returns whether there is one for the current beat.
  const fetchTicket = async () => {
    const { beat } = items[at].dataset;
    const mine = ++request;
    const answer = await post("tickets", { beat }).catch(() => null);
    if (mine !== request) return false;
    if (!answer?.ok) {
      explain(answer?.status);
      return false;
    }
    const { url, expires_in: seconds } = await answer.json();
    if (mine !== request) return false;
    ticket = { beat, until: Date.now() + (Number(seconds || 600) - 30) * 1000 };
    audio.src = url;
    if (start > 0) audio.currentTime = start;
    return true;
  };

  const play = async () => {
    const { beat, preview } = items[at].dataset;
    if (preview !== "ready") {
      say(preview === "pending" ? "The preview is being made. Come back in a minute." : "There is no preview of this beat.");
      return;
    }
    say("");
    showMetadata(items[at]);
    if (ticket?.beat !== beat || Date.now() > ticket.until) {
      start = position();
      // Safari lets an element play later if it was loaded in the click itself.
      if (!audio.src) audio.load();
      root.setAttribute("data-loading", "");
      const isThere = await fetchTicket();
      root.removeAttribute("data-loading");
      if (!isThere) return;
    }
    await audio.play().catch((error) => {
      if (error.name === "NotAllowedError") say("Press play once more.");
    });
  };

  const toggle = () => (isPlaying() ? audio.pause() : play());
  const seek = (seconds) => {
    report();
    start = Math.min(Math.max(0, seconds), Math.max(0, length() - 1));
    if (audio.src) audio.currentTime = start;
    showPosition();
  };
  const step = (by) => {
    const next = at + by;
    if (by < 0 && position() > 3) return seek(0);
    if (!items[next]) return;
    choose(next);
    play();
  };

  // ---- what was heard ----

  let heard = null;
  const report = () => {
    if (!heard) return;
    const { beat, from, to } = heard;
    const end = Math.round(to);
    heard = null;
    if (end > from) navigator.sendBeacon(`${path}/heard`, body({ beat, from, to: end }));
  };
  const listen = () => {
    if (!isPlaying() || audio.seeking) return;
    const now = audio.currentTime;
    if (heard && (now < heard.to || now > heard.to + 2)) report();
    heard ||= { beat: items[at].dataset.beat, from: Math.floor(now), to: now };
    heard.to = now;
    if (now - heard.from >= REPORT_EVERY) report();
  };

  audio.addEventListener("timeupdate", () => {
    listen();
    showPosition();
  });
  audio.addEventListener("loadedmetadata", showPosition);
  audio.addEventListener("playing", () => {
    renewals = 0;
    showPlaying();
  });
  audio.addEventListener("pause", () => {
    report();
    showPlaying();
  });
  audio.addEventListener("ended", () => {
    report();
    if (items[at + 1]?.dataset.preview === "ready") step(1);
    else seek(0);
  });
  audio.addEventListener("error", async () => {
    if (!ticket || !audio.getAttribute("src")) return;
    if (renewals++) return say("Playing stopped. Try again in a moment.");
    start = audio.currentTime || start;
    if (await fetchTicket()) audio.play().catch(() => {});
  });
  addEventListener("pagehide", report);

  // ---- hearts, licenses, notes ----

  const showHeart = (beat, on) => {
    all("form.heart").forEach((form) => {
      if (form.elements.beat.value !== beat) return;
      const button = one("button", form);
      button.setAttribute("aria-pressed", String(on));
      button.value = on ? "0" : "1";
      if ("nowForm" in form.dataset) button.setAttribute("aria-label", `Heart ${titleOf(items[at])}`);
    });
  };
  all("form.heart").forEach((form) =>
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const beat = form.elements.beat.value;
      const on = one("button", form).value;
      showHeart(beat, on === "1");
      const answer = await post("hearts", { beat, on }).catch(() => null);
      if (answer?.ok) return;
      showHeart(beat, on !== "1");
      explain(answer?.status);
    }),
  );

  const select = one("#ask-beat");
  const showPrices = (item) => {
    const prices = new Map(all("[data-prices] data", item).map((price) => [price.value, price.textContent]));
    if (!prices.size) return;
    all("[data-priced]").forEach((text) => (text.textContent = titleOf(item)));
    if (select && [...select.options].some((option) => option.value === item.dataset.beat)) select.value = item.dataset.beat;
    all("[data-license]").forEach((place) => {
      const { license } = place.dataset;
      const isOffered = prices.has(license);
      all("input", place).forEach((input) => (input.disabled = !isOffered));
      all("[data-price]", place).forEach((text) => (text.textContent = prices.get(license) || (isOffered ? "" : "Not offered")));
      all("a", place).forEach((link) => {
        const address = new URL(link.href);
        address.searchParams.set("beat", item.dataset.beat);
        link.href = address.href;
        link.hidden = !isOffered;
      });
    });
    const checked = one("[data-license] input:checked");
    if (checked?.disabled) (one("[data-license] input:enabled") || {}).checked = true;
  };
  select?.addEventListener("change", () => {
    const item = items.find((other) => other.dataset.beat === select.value);
    if (item) showPrices(item);
  });

  one("[data-note-link]")?.addEventListener("click", () => {
    noteOn(items[at]);
    setTimeout(() => one("#note textarea")?.focus());
  });
  // The form takes the beat in the player when it is opened from there. After that only the visitor changes it.
  all("[data-ask-link]").forEach((link) => link.addEventListener("click", () => showPrices(items[at])));

  all("[data-counted]").forEach((area) => {
    const text = document.getElementById(area.dataset.counted);
    const count = () => (text.textContent = `${[...area.value].length} of ${area.maxLength}`);
    area.addEventListener("input", count);
    if (area.value) count();
  });

  // A filter is used as soon as it is chosen.
  all("[data-filters] select").forEach((choice) => choice.addEventListener("change", () => choice.form.requestSubmit()));

  // ---- controls ----

  // Opening a page changes nothing, so that programs which look at every link are not counted; this says a person is here.
  if (/^\/[so]\//.test(path ?? "")) navigator.sendBeacon(`${path}/opened`, body({}));
  if (!items.length) return;
  items.forEach((item, index) => {
    all(".pick, [data-toggle]", item).forEach((control) =>
      control.addEventListener("click", (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        if (index === at && (isPlaying() || ticket)) return toggle();
        choose(index);
        play();
      }),
    );
  });
  all("[data-show-prices]").forEach((link) =>
    link.addEventListener("click", (event) => {
      event.preventDefault();
      showPrices(link.closest("[data-beat]") || items[at]);
      location.hash = "licenses";
    }),
  );
  const asked = select && items.find((item) => item.dataset.beat === select.value);
  if (asked) showPrices(asked);
  one("[data-play]")?.addEventListener("click", toggle);
  one("[data-previous]")?.addEventListener("click", () => step(-1));
  one("[data-next]")?.addEventListener("click", () => step(1));
  slider?.addEventListener("input", () => {
    isScrubbing = true;
    showPosition();
  });
  slider?.addEventListener("change", () => {
    isScrubbing = false;
    seek(Number(slider.value));
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("a, button, input, select, textarea, summary, [tabindex='0']");
    if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
    const deeds = { " ": toggle, ArrowLeft: () => seek(position() - JUMP), ArrowRight: () => seek(position() + JUMP) };
    if (!deeds[event.key]) return;
    event.preventDefault();
    deeds[event.key]();
  });
  const session = {
    play,
    pause: () => audio.pause(),
    previoustrack: () => step(-1),
    nexttrack: () => step(1),
    seekto: ({ seekTime }) => seek(seekTime),
  };
  if (navigator.mediaSession) {
    for (const [name, deed] of Object.entries(session)) navigator.mediaSession.setActionHandler(name, deed);
  }
})();
