// A shop's description: OpenAPI 3.0, inheritance by allOf, categories in categories, prices as texts.

export const shop = `
openapi: "3.0.1"
info:
  title: Shop
  version: v1
x-webhooks:
  orders/create:
    post: {description: Its name has a slash}
  orders.create:
    post:
      description: >-
        An order was placed,
        and is not paid yet.
      requestBody: {$ref: "#/components/requestBodies/Order"}
  products.update:
    post:
      deprecated: true
      requestBody:
        content:
          application/json; charset=utf-8:
            schema:
              type: object
              required:
              - product
              properties:
                product:
                  $ref: "#/components/schemas/Product"
                  description: As it is now
components:
  requestBodies:
    Order:
      content:
        "*/*":
          schema:
            $ref: "#/components/schemas/Order"
  schemas:
    Entity:
      type: object
      required: [id]
      properties:
        id: {type: integer, format: int64, minimum: 1}
        admin_graphql_id: {type: string, nullable: true}
        created_at: {type: string, format: date-time}
    Money:
      type: string
      pattern: ^-?\\d+\\.\\d{2}$
      example: "10.00"
    Category:
      type: object
      properties:
        name: {type: string, minLength: 1}
        children:
          type: array
          items: {$ref: "#/components/schemas/Category"}
        parent:
          nullable: true
          allOf:
          - $ref: "#/components/schemas/Category"
    Product:
      allOf:
      - $ref: "#/components/schemas/Entity"
      - type: object
        properties:
          title: {type: string, title: Title}
          price: {$ref: "#/components/schemas/Money"}
          category: {$ref: "#/components/schemas/Category"}
      example:
        id: 1
        title: Chair
        price: "49.90"
        category: {name: Seats, parent: null, children: [{name: Chairs, parent: {name: Seats}}]}
    Order:
      allOf:
      - $ref: "#/components/schemas/Entity"
      - type: object
        properties:
          total: {$ref: "#/components/schemas/Money"}
          financial_status: {type: string, enum: [paid, pending], nullable: true}
          line_items:
            type: array
            minItems: 1
            items:
              type: object
              properties:
                quantity: {type: integer, minimum: 0, exclusiveMinimum: true}
                product: {$ref: "#/components/schemas/Product"}
          note_attributes:
            type: array
            items: {type: object, additionalProperties: true}
      example:
        id: 450789469
        admin_graphql_id: null
        created_at: "2026-01-01T00:00:00Z"
        total: "199.00"
        financial_status: null
        line_items: [{quantity: 1, product: {id: 1, price: "199.00"}}]
        note_attributes: [{name: a, value: b}]
`;
