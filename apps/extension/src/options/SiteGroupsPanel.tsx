/** Sites that the person says share logins, on this device. */
import type { PanelProps } from "@coffer/app/account/settings/panel-props.ts";
import { NoRows, Row, Rows } from "@coffer/app/account/settings/Rows.tsx";
import { useClient } from "@coffer/app/frame/client-context.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "@coffer/app/ui/form/Form.tsx";
import { useForm } from "@coffer/app/ui/form/use-form.ts";
import { LoadFailed } from "@coffer/app/ui/LoadFailed.tsx";
import { Panel } from "@coffer/app/ui/Panel.tsx";
import { toast } from "@coffer/app/ui/toast.ts";
import { readSiteGroup } from "@coffer/core/items/own-site-groups";
import { Button, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";

const HINT =
  "A login of one is offered at the others, after all others and with its own site shown, and filled in by a press only: never by itself, and never in a frame. Kept on this device.";
const FAILED = "Failed to save the setting";

export function SiteGroupsPanel({ id, title }: PanelProps) {
  const { sites } = useClient();
  const queries = useQueryClient();
  const queryKey = ["sites", id];
  const query = useQuery({ queryKey, queryFn: sites.groups });
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey });
  const remove = (group: readonly string[]): void => {
    sites
      .removeGroup({ sites: group })
      .then(reload)
      .catch((error: unknown) => toast.failed(error, FAILED));
  };
  return (
    <Panel id={id} title={title} hint={HINT}>
      {query.isError && <LoadFailed query={query}>The sites could not be read.</LoadFailed>}
      {query.data?.length === 0 && <NoRows>None. Many companies with several sites are known already.</NoRows>}
      <Rows label={title}>
        {query.data?.map((group) => (
          <Row
            key={group.join(" ")}
            title={group.join(", ")}
            action={
              <Button variant="default" size="compact-md" aria-label={`Remove ${group.join(", ")}`} onClick={() => remove(group)}>
                Remove
              </Button>
            }
          />
        ))}
      </Rows>
      <NewGroup onAdded={reload} />
    </Panel>
  );
}

function NewGroup({ onAdded }: { onAdded: () => Promise<void> }) {
  const { sites } = useClient();
  const form = useForm({
    start: { typed: "" },
    check: ({ typed }) => {
      const found = readSiteGroup(typed);
      return "error" in found ? { fields: { typed: found.error } } : {};
    },
    send: async ({ typed }) => {
      const found = readSiteGroup(typed);
      if ("sites" in found) await sites.addGroup(found);
      await onAdded();
    },
    failed: FAILED,
    onSent: () => form.restart({ typed: "" }),
  });
  return (
    <Form form={form} startsAt={null}>
      <TextInput label="Addresses of a new group" placeholder="one.example, two.example" autoComplete="off" {...form.text("typed")} />
      <FormError form={form} />
      <FormButtons>
        <SubmitButton form={form}>Add group</SubmitButton>
      </FormButtons>
    </Form>
  );
}
