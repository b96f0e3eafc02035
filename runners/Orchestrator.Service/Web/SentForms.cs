using Microsoft.AspNetCore.Http;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Web;

/// <summary>Reads forms that our own pages sent, and refuses all others.</summary>
internal sealed class SentForms(FormToken form, AuditTrail audit)
{
    /// <summary>The form of a request; null = it was refused.</summary>
    public async Task<IFormCollection?> ReadAsync(HttpContext context)
    {
        var sent = await FieldsAsync(context);
        if (form.IsValid(context, sent[FormToken.Field].ToString()))
        {
            return sent;
        }

        var refusal = new Refusal(400, "the form is not one that this service has made for this browser: open the "
            + "page again, with cookies allowed");
        audit.Refused(context.Features.Get<Visitor>(), Access.Address(context), Replies.Action(context), refusal.Why);
        await Replies.RefuseAsync(context, refusal);
        return null;
    }

    private static async Task<IFormCollection> FieldsAsync(HttpContext context)
    {
        try
        {
            return context.Request.HasFormContentType
                ? await context.Request.ReadFormAsync(context.RequestAborted) : FormCollection.Empty;
        }
        catch (InvalidDataException)
        {
            // Thousands of fields, or parts without an end: no form of ours.
            return FormCollection.Empty;
        }
    }
}
