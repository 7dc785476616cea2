import { eachApart, type JobContext, PROVIDER_AT_ONCE } from "./job.ts";

/**
 * Deletes the customers of deleted accounts at Stripe, with their saved cards.
 * @returns the number of deleted customers
 */
export async function deleteCardCustomers(work: JobContext): Promise<number> {
  const customers = await work.data.call("list_deleted_card_customers", { max_count: 50 });
  return eachApart(
    work,
    customers,
    (customer) => `The customer ${customer} was not deleted at Stripe.`,
    async (customer_id) => {
      await work.payments.deleteCustomer(customer_id);
      await work.data.call("forget_card_customer", { customer_id });
    },
    PROVIDER_AT_ONCE,
  );
}
