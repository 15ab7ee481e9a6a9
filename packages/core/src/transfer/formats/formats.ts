/** FORMATS: every format of JSON, XML or lines that can be read, by the column `format` of SOURCES. To add one, write it in this folder and add a line. */
import type { XmlElement } from "../xml.ts";
import { bitwarden } from "./bitwarden.ts";
import { cxf } from "./cxf.ts";
import { dashlane } from "./dashlane.ts";
import { enpass } from "./enpass.ts";
import type { Format } from "./format.ts";
import { keepass } from "./keepass.ts";
import { keeper } from "./keeper.ts";
import { onePif } from "./onepassword-1pif.ts";
import { onePux } from "./onepassword-1pux.ts";
import { proton } from "./proton.ts";
import { psono } from "./psono.ts";
import { safeInCloud } from "./safeincloud.ts";

export const FORMATS = {
  json: { bitwarden, cxf, dashlane, enpass, keeper, onePux, proton, psono } satisfies Record<string, Format<unknown>>,
  xml: { keepass, safeInCloud } satisfies Record<string, Format<XmlElement>>,
  lines: { onePif } satisfies Record<string, Format<readonly unknown[]>>,
} as const;

export type FormatName = keyof typeof FORMATS.json | keyof typeof FORMATS.xml | keyof typeof FORMATS.lines;
