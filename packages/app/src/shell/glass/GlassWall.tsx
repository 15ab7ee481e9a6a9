/**
 * The screen as the server has it: in the place of each item and vault its encrypted texts, and what is known of it without a key. Everything else fades, whether or not it
 * is secret, so that nothing is left in sight by mistake; nothing can be pressed but the way back.
 */

import type { SealedRecord } from "@coffer/contract/record";
import { LOCALE } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { useClient } from "../../frame/client-context.tsx";
import { useEscape } from "../../frame/use-escape.ts";
import { toast } from "../../ui/toast.ts";
import styles from "./GlassWall.module.css";
import { briefOf, factsOf, summaryOf, textsOf } from "./known-facts.ts";
import { type Place, placesOnScreen } from "./places.ts";
import { useWallKeys } from "./use-wall-keys.ts";

export function GlassWall({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation();
  const [places, records] = useSeen(onClose);
  const wall = useRef<HTMLDivElement>(null);
  const [bar, barEnd] = useEndOf();
  useBehind(wall);
  useEscape(true, onClose);
  useWallKeys(onClose);
  const seen = places.flatMap((place) => {
    const record = records.get(place.id);
    return record ? { place, record } : [];
  });
  return createPortal(
    <div ref={wall} role="dialog" aria-modal="true" aria-labelledby="glass-wall" className={styles.wall}>
      <div ref={bar} className={styles.bar}>
        <div>
          <h2 id="glass-wall">What the server has</h2>
          <p>{summaryOf([...new Set(seen.map(({ record }) => record))], pathname)}</p>
        </div>
        <Button variant="default" onClick={onClose} data-autofocus>
          Back
        </Button>
      </div>
      <ul>
        {seen.map(({ place, record }, index) => (
          <Pane
            key={`${place.look} ${place.id}`}
            place={place.look === "whole" ? below(barEnd, place) : place}
            record={record}
            index={index}
          />
        ))}
      </ul>
    </div>,
    document.body,
  );
}

/** An item in full begins below the bar, where that covers it. */
const below = (end: number, { top, height, ...place }: Place): Place => {
  const from = Math.max(top, end);
  return { ...place, top: from, height: top + height - from };
};

interface PaneProps {
  readonly place: Place;
  readonly record: SealedRecord;
  readonly index: number;
}

function Pane({ place: { look, left, top, width, height }, record, index }: PaneProps) {
  const at = { left, top, width, height, animationDelay: `${Math.min(index, MOST_IN_TURN) * TURN_MS}ms` };
  const lines = Math.max(1, Math.floor((height - AROUND_TEXT_PX) / LINE_PX));
  return (
    <li className={styles.pane} data-look={look} style={at}>
      {look === "whole" ? (
        <Whole record={record} />
      ) : (
        <>
          {/* No one listens to it: what is known follows in words. */}
          <span className={styles.text} style={{ WebkitLineClamp: lines }} aria-hidden>
            {textsOf(record)
              .map(([, text]) => text)
              .join(" ")
              .slice(0, SEEN_CHARACTERS)}
          </span>
          <span className={look === "name" ? "visually-hidden" : styles.known}>{briefOf(record)}</span>
        </>
      )}
    </li>
  );
}

/** One after the other, and the rest together. */
const TURN_MS = 14;
const MOST_IN_TURN = 24;
const SEEN_CHARACTERS = 1_200;
/** Of the text (GlassWall.module.css), and what is above and below it with the line of what is known. */
const LINE_PX = 18;
const AROUND_TEXT_PX = 34;

function Whole({ record }: { record: SealedRecord }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too
    <section className={styles.whole} tabIndex={0} aria-label="What the server has of this item">
      <dl className={styles.facts}>
        {factsOf(record).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.texts}>
        {textsOf(record).map(([name, text]) => (
          <div key={name}>
            <dt>
              {name} <span>{`${text.length.toLocaleString(LOCALE)} characters`}</span>
            </dt>
            <dd aria-hidden>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What is on the screen, followed while it is scrolled and drawn, and what the server has of it. */
function useSeen(onFailed: () => void): [readonly Place[], ReadonlyMap<string, SealedRecord>] {
  const client = useClient();
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const [records, setRecords] = useState<ReadonlyMap<string, SealedRecord>>(new Map());
  useLayoutEffect(() => {
    // A long list draws its lines a frame after the page has moved.
    const look = () => requestAnimationFrame(() => requestAnimationFrame(() => setPlaces(placesOnScreen())));
    setPlaces(placesOnScreen());
    for (const event of FOLLOWED) window.addEventListener(event, look, { capture: true, passive: true });
    const drawn = new MutationObserver(look);
    for (const main of document.querySelectorAll("main")) drawn.observe(main, { childList: true, subtree: true });
    return () => {
      for (const event of FOLLOWED) window.removeEventListener(event, look, { capture: true });
      drawn.disconnect();
    };
  }, []);
  const wanted = [...new Set(places.map(({ id }) => id))].sort().join();
  useEffect(() => {
    if (wanted === "") return;
    let isOver = false;
    const take = (all: readonly SealedRecord[]) => !isOver && setRecords(new Map(all.map((record) => [record.id, record])));
    client.vault.sealedRecords({ ids: wanted.split(",") }).then(take, (error: unknown) => {
      if (isOver) return;
      toast.failed(error, "Failed to show what the server has");
      onFailed();
    });
    return () => {
      isOver = true;
    };
  }, [client, wanted, onFailed]);
  return [places, records];
}

const FOLLOWED = ["scroll", "resize"] as const;

/** @returns a reference, and where its element ends in the window */
function useEndOf(): [{ readonly current: HTMLDivElement | null }, number] {
  const element = useRef<HTMLDivElement>(null);
  const [end, setEnd] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setEnd(element.current?.getBoundingClientRect().bottom ?? 0));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, end];
}

/** Nothing behind the overlay is seen, pressed or read aloud. */
function useBehind(wall: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    const behind = [...document.body.children].filter((element) => element !== wall.current && !element.hasAttribute("inert"));
    for (const element of behind) element.setAttribute("inert", "");
    document.documentElement.dataset.glass = "";
    wall.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
    return () => {
      for (const element of behind) element.removeAttribute("inert");
      delete document.documentElement.dataset.glass;
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [wall]);
}
