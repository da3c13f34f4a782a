// A payment service's description: OpenAPI 3.0, nested objects that may be ids, amounts, refunds.

export const payments = `
openapi: 3.0.3
info: {title: Payments, version: "2026-01-01"}
paths: {}
x-webhooks:
  charge.succeeded:
    post:
      operationId: chargeSucceeded
      description: A charge went through.
      x-service-group-name: charge
      requestBody:
        content:
          application/json:
            schema:
              allOf:
                - $ref: '#/components/schemas/event'
                - properties:
                    data: {$ref: '#/components/schemas/charge'}
            example:
              id: evt_1
              type: charge.succeeded
              created: 1767225600
              livemode: false
              data: &charge
                id: ch_1
                amount: 2000
                currency: eur
                customer: cus_1
                description: null
                metadata: {order: "6735"}
                payment_method: {type: card, card: {brand: visa, last4: "4242", exp_month: 8}}
                refunds: {data: [], has_more: false}
  charge.refunded:
    post:
      operationId: chargeRefunded
      summary: A charge was refunded.
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/charge'}
            examples:
              whole:
                value:
                  <<: *charge
                  customer: {id: cus_1, email: null, balance: -5.5}
                  refunds: {data: [{id: re_1, amount: 2000, charge: ch_1}], has_more: false}
              bank:
                value:
                  <<: *charge
                  payment_method: {type: sepa_debit, sepa_debit: {last4: "3000"}}
components:
  schemas:
    event:
      type: object
      required: [id, type, created]
      properties:
        id: {type: string, maxLength: 5000}
        type: {type: string, example: charge.succeeded}
        created: {type: integer, format: unix-time}
        livemode: {type: boolean}
        data: {type: object}
    charge:
      type: object
      required: [id, amount, currency, payment_method]
      properties:
        id: {type: string, readOnly: true}
        amount: {type: integer, minimum: 0, exclusiveMinimum: true}
        currency: {type: string, enum: [eur, usd], nullable: true}
        customer:
          nullable: true
          anyOf: [{type: string, maxLength: 5000}, {$ref: '#/components/schemas/customer'}]
        description: {type: string, nullable: true}
        metadata: {type: object, additionalProperties: {type: string, maxLength: 500}}
        payment_method: {$ref: '#/components/schemas/payment_method'}
        refunds:
          type: object
          properties:
            data: {type: array, items: {$ref: '#/components/schemas/refund'}}
            has_more: {type: boolean}
    customer:
      type: object
      properties:
        id: {type: string}
        email: {type: string, format: email, nullable: true}
        balance: {type: number, maximum: 100, exclusiveMaximum: true}
    refund:
      type: object
      properties:
        id: {type: string}
        amount: {type: integer}
        charge:
          anyOf: [{type: string}, {$ref: '#/components/schemas/charge'}]
    payment_method:
      oneOf: [{$ref: '#/components/schemas/card'}, {$ref: '#/components/schemas/sepa'}]
      discriminator:
        propertyName: type
        mapping: {card: '#/components/schemas/card', sepa_debit: sepa}
    card:
      type: object
      required: [type, card]
      properties:
        type: {type: string, enum: [card]}
        card:
          type: object
          properties:
            brand: {type: string}
            last4: {type: string, pattern: '^[0-9]{4}$'}
            exp_month: {type: integer, minimum: 1, maximum: 12}
    sepa:
      type: object
      required: [type, sepa_debit]
      properties:
        type: {type: string, enum: [sepa_debit]}
        sepa_debit: {type: object, properties: {last4: {type: string}}}
`;
