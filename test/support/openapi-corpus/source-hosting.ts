// A source hosting service's description: OpenAPI 3.1, shared bodies, unions of actions, nulls as types.

export const sourceHosting = `
openapi: 3.1.0
info: {title: Hosting, version: "1"}
webhooks:
  push:
    post:
      summary: Commits were pushed.
      tags: [push]
      externalDocs: {url: https://docs.example.com/push}
      parameters:
        - {name: X-Event, in: header, schema: {type: string, example: push}}
      requestBody: {$ref: '#/components/requestBodies/push'}
      responses: {'200': {description: Seen}}
  issue_comment-created: {$ref: '#/components/pathItems/comment'}
  pull_request:
    post:
      description: |
        A pull request changed.

        See \`action\`.
      requestBody:
        content:
          application/json:
            schema:
              oneOf:
                - $ref: '#/components/schemas/pull-request~0opened'
                - $ref: '#/components/schemas/pull-request~0closed'
            example: {action: closed, merged: true, number: 7, labels: [{name: bug, color: null}]}
          application/x-www-form-urlencoded:
            schema: {type: object, properties: {payload: {type: string}}}
components:
  pathItems:
    comment:
      post:
        description: A comment was made.
        requestBody:
          content:
            application/vnd.hosting+json:
              schema: {$ref: '#/components/schemas/comment'}
  requestBodies:
    push:
      required: true
      content:
        application/json:
          schema: {$ref: '#/components/schemas/push'}
          examples:
            first: {$ref: '#/components/examples/push'}
  examples:
    push:
      summary: One commit
      value:
        ref: refs/heads/main
        before: null
        commits: [{id: 6dcb09b5b57875f334f61aebed695e2e4193db5e, timestamp: "2026-01-01T10:00:00Z", parents: [{id: 762941318ee16e59dabbacb1b4049eec22f0d303, timestamp: "2026-01-01T09:00:00Z"}]}]
        repository: {id: 1296269, private: false, owner: {login: ada, type: User}, topics: [a, b]}
  schemas:
    push:
      title: push event
      type: object
      required: [ref, before, commits, repository]
      properties:
        ref: {type: string, description: The full name of the reference., examples: [refs/heads/main]}
        before: {type: [string, 'null']}
        commits: {type: array, items: {$ref: '#/components/schemas/push/$defs/commit'}}
        repository: {$ref: '#/components/schemas/repository', description: Where it was pushed to}
      $defs:
        commit:
          type: object
          required: [id]
          properties:
            id: {type: string, pattern: '^[0-9a-f]{40}$'}
            timestamp: {type: string, format: date-time}
            parents: {type: array, items: {$ref: '#/components/schemas/push/$defs/commit'}}
    repository:
      type: object
      properties:
        id: {type: integer, format: int64}
        private: {type: boolean}
        owner: {anyOf: [{$ref: '#/components/schemas/user'}, {type: 'null'}]}
        topics: {type: array, items: {type: string}, uniqueItems: true}
    user:
      type: object
      required: [login]
      properties:
        login: {type: string}
        type: {enum: [Bot, User, Organization]}
    comment:
      type: object
      required: [action]
      properties:
        action: {const: created}
        user: {$ref: '#/components/schemas/user'}
        reactions: {type: object, patternProperties: {'^[+-]1$': {type: integer}}, additionalProperties: false}
      examples:
        - {action: created, user: {login: ada, type: Bot}, reactions: {'+1': 2}}
    pull-request~opened:
      type: object
      required: [action]
      properties: {action: {const: opened}}
    pull-request~closed:
      type: object
      required: [action, merged]
      properties:
        action: {const: closed}
        merged: {type: boolean}
        number: {type: integer, exclusiveMinimum: 0}
        labels:
          type: array
          items:
            type: object
            properties: {name: {type: string}, color: {type: [string, 'null'], default: null}}
`;
