/** Passwords that someone may have kept: each name leads to where it is changed. */
import { Link } from "react-router";
import styles from "./PasswordLinks.module.css";

interface Props {
  readonly passwords: readonly { readonly id: string; readonly title: string }[];
}

export const PasswordLinks = ({ passwords }: Props) => (
  <ul className={styles.items}>
    {passwords.map(({ id, title }) => (
      <li key={id}>
        <Link to={`/passwords?item=${id}`}>{title}</Link>
      </li>
    ))}
  </ul>
);
