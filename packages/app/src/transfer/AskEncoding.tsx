/** Step two, for a file that is not written in UTF-8: which encoding it is in. A wrong one would silently change passwords, so each choice shows what it makes of the file. */
import { ENCODING_IDS, ENCODINGS, type EncodingId, type Sample, samplesOf } from "@coffer/core/transfer/encoding";
import { Button, Select } from "@mantine/core";
import { IconLanguage } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import styles from "./AskEncoding.module.css";

/** Only this much of the file is searched for examples: all of a large one would block the page. */
const LOOKED_AT_BYTES = 1_048_576;
const [LIKELIEST] = ENCODING_IDS;

interface Props {
  readonly file: File;
  readonly reading: boolean;
  readonly error: string | null;
  readonly onAnswer: (encoding: EncodingId) => void;
}

export function AskEncoding({ file, reading, error, onAnswer }: Props) {
  const [encoding, setEncoding] = useState<EncodingId>(LIKELIEST ?? "windows-1252");
  const bytes = useBytes(file);
  const samples = useMemo(() => (bytes ? samplesOf(bytes, encoding) : []), [bytes, encoding]);
  return (
    <section className={styles.ask}>
      <h2>
        <IconLanguage size={20} aria-hidden />
        Which of these looks right?
      </h2>
      <p>
        This file does not say which encoding it uses, as is common for older spreadsheets. With the wrong one, passwords with special
        letters would be changed.
      </p>
      <Select
        label="Encoding"
        data={ENCODING_IDS.map((id) => ({ value: id, label: ENCODINGS[id] }))}
        value={encoding}
        allowDeselect={false}
        disabled={reading}
        onChange={(chosen) => chosen && setEncoding(chosen as EncodingId)}
      />
      {samples.length > 0 && <Samples samples={samples} />}
      {error && <ErrorNote>{error}</ErrorNote>}
      <Button className={styles.button} loading={reading} onClick={() => onAnswer(encoding)}>
        This looks right
      </Button>
    </section>
  );
}

function Samples({ samples }: { samples: readonly Sample[] }) {
  return (
    <table className={styles.samples}>
      <caption>Pieces of your file</caption>
      <thead>
        <tr>
          <th scope="col">Before</th>
          <th scope="col">As imported</th>
        </tr>
      </thead>
      <tbody>
        {samples.map(({ before, after }) => (
          <tr key={after}>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useBytes(file: File): Uint8Array | null {
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void file
      .slice(0, LOOKED_AT_BYTES)
      .arrayBuffer()
      .then((buffer) => isCurrent && setBytes(new Uint8Array(buffer)));
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return bytes;
}
