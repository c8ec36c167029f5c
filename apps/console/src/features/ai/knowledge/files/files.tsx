import { IconFiles } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useKnowledgeFilesTexts } from '../../../../locales/pages/knowledge-files.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../../../ui/feedback/list-end.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { Rows } from '../../../../ui/layout/rows.tsx';
import { uploadsQuery } from '../model/kb-queries.ts';
import { DropArea } from './drop-area.tsx';
import { FileRow, SendingRow } from './file-row.tsx';
import { useSending } from './sending.tsx';

/** Documents: those on their way, and those that the server has, newest first. */
export function Files() {
  const texts = useKnowledgeFilesTexts();
  const query = useInfiniteQuery(uploadsQuery);
  const sending = useSending();
  const uploads = query.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <DropArea onFiles={sending.add} />
      <Loaded query={{ ...query, data: uploads }} failure={texts.failed}>
        {(found) =>
          found.length + sending.files.length ? (
            <>
              <Rows label={texts.list}>
                {sending.files.map((file) => (
                  <SendingRow
                    key={file.key}
                    sending={file}
                    onRetry={() => sending.retry(file)}
                    onRemove={() => sending.remove(file.key)}
                  />
                ))}
                {found.map((upload) => (
                  <FileRow key={upload.id} upload={upload} />
                ))}
              </Rows>
              <ListEnd list={query} end={texts.end} />
            </>
          ) : (
            <EmptyState icon={IconFiles} heading={texts.empty}>
              {texts.emptyLead}
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}
