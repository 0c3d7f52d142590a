/** Errors that a service names in its responses: Elasticsearch and OpenSearch, S3. */
import { MAX_ERROR_BYTES } from '../../../lib/protocols/contents/limits.js';
import { httpStatement } from '../../../lib/protocols/statements/statement.js';
import { converse } from '../support/conversation.js';

/**
 * @param {number} status @param {string} type @param {string} body
 * @param {{ piece?: number, method?: string }} [how]
 */
function answer(status, type, body, { piece = 100_000 } = {}) {
  const response = `HTTP/1.1 ${status} x\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const steps = ['c POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'];
  for (let at = 0; at < response.length; at += piece) steps.push(`s ${response.slice(at, at + piece)}`);
  return converse([...steps, 's.fin']).messages[1];
}

const CAUSE = '{"type":"index_not_found_exception","reason":"no such index [\\"a\\"]","index":"a"}';
const WHOLE = `{"error":{"root_cause":[${CAUSE}],"type":"search_phase_execution_exception","reason":"all shards failed"},"status":404}`;

test.each([100_000, 30, 1])('an error of Elasticsearch: its root cause (pieces of %d bytes)', (piece) => {
  const found = answer(404, 'application/json; charset=UTF-8', WHOLE, { piece });
  expect(found).toMatchObject({
    serviceError: { service: 'elasticsearch', code: 'index_not_found_exception', reason: 'no such index ["a"]' },
    status: 404,
    outcome: '404 index_not_found_exception',
    outcomeText: 'no such index ["a"]',
    failed: true,
    complete: true,
  });
});

const item = (/** @type {string} */ error) => `{"index":{"_index":"a","_id":"1","status":400${error}}}`;
const FAILED = ',"error":{"type":"document_parsing_exception","reason":"failed to parse"}';

test.each([
  ['Elasticsearch 7', '"took":30,"errors":true'],
  ['Elasticsearch 8', '"errors":true,"took":0'],
  ['with an ingest pipeline', '"took":30,"ingest_took":2,"errors":true'],
])('items of a bulk request that failed, though the status is 200: %s', (_of, fields) => {
  const body = `{${fields},"items":[${[item(''), item(FAILED), item(FAILED)].join(',')}]}`;
  expect(answer(200, 'application/vnd.elasticsearch+json;compatible-with=8', body)).toMatchObject({
    serviceError: { service: 'elasticsearch', code: 'document_parsing_exception', items: 2 },
    outcome: '200 document_parsing_exception',
    outcomeText: '2 items failed: failed to parse',
    failed: true,
  });
  expect(answer(200, 'application/json', body.replace('"errors":true', '"errors":false')).failed).toBeUndefined();
});

test('a bulk response is read up to the limit', () => {
  const items = Array.from({ length: 3000 }, () => item(FAILED)).join(',');
  const { serviceError } = answer(200, 'application/json', `{"errors":true,"took":0,"items":[${items}]}`, {
    piece: 9000,
  });
  expect(serviceError?.items).toBe(Math.floor((MAX_ERROR_BYTES - 37) / (item(FAILED).length + 1)));
});

const S3 = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>NoSuchKey</Code><Message>The &quot;key&quot; does not exist.</Message><Key>a</Key></Error>`;

test.each([100_000, 13])('an error of S3 (pieces of %d bytes)', (piece) => {
  expect(answer(404, 'application/xml', S3, { piece })).toMatchObject({
    serviceError: { service: 's3', code: 'NoSuchKey', reason: 'The "key" does not exist.' },
    outcome: '404 NoSuchKey',
    failed: true,
  });
});

test('S3 may say that it failed after status 200, also for some objects alone', () => {
  expect(answer(200, 'text/xml', S3.replace('NoSuchKey', 'InternalError')).outcome).toBe('200 InternalError');
  const objects =
    '<DeleteResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Deleted><Key>a</Key></Deleted>' +
    '<Error><Key>b</Key><Code>AccessDenied</Code><Message>no</Message></Error></DeleteResult>';
  expect(answer(200, 'application/xml', objects)).toMatchObject({
    serviceError: { code: 'AccessDenied', items: 1 },
    outcomeText: '1 item failed: no',
  });
  const all = '<DeleteResult><Deleted><Key>a</Key></Deleted></DeleteResult>';
  expect(answer(200, 'application/xml', all).serviceError).toBeUndefined();
});

test.each([
  ['PUT', '/logs-2024.01.17/_doc/817', 'PUT a/logs-2024.01.17/_doc/{id}'],
  ['POST', '/logs-2024.01.17,other/_search?size=1', 'POST a/logs-2024.01.17,other/_search'],
  ['GET', '/a/_doc/x/y', 'GET a/a/_doc/{id}/y'],
  ['GET', '/users/17/_links', 'GET a/users/{id}/_links'],
])('a statement keeps the name of an index: %s %s', (method, target, statement) => {
  expect(httpStatement({ method, target, host: 'a' })).toBe(statement);
});

test.each([
  ['another service', '{"error":{"type":"invalid_request_error","message":"no"}}'],
  ['a document', `{"user":"x","error":{"root_cause":[${CAUSE}]}}`],
  ['not JSON', 'error'],
  ['a page', '<html><Error><Code>1</Code></Error></html>'],
  ['cut off', '{"error":{"root_cause":[{"type":"inde'],
])('no error of a known form: %s', (_what, body) => {
  expect(answer(400, 'application/json', body)).toMatchObject({ status: 400, bodyBytes: body.length });
  expect(answer(400, 'application/json', body).serviceError).toBeUndefined();
});
