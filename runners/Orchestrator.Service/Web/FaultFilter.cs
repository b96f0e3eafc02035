using Microsoft.AspNetCore.Http;
using Orchestrator.Ledger;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Web;

/// <summary>What goes wrong while a request is answered: told inside in full, outside in one sentence.</summary>
internal sealed class FaultFilter(ServiceOptions options, AuditTrail audit)
{
    public async Task GuardAsync(HttpContext context, RequestDelegate next)
    {
        SecurityHeaders.AddTo(context);
        try
        {
            await next(context);
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // Nobody is there any more to be answered.
        }
        catch (BadHttpRequestException refused)
        {
            var why = ConnectionLog.Word(refused.StatusCode);
            audit.Refused(context.Features.Get<Visitor>(), Access.Address(context), Replies.Action(context), why);
            await AnswerAsync(context, refused.StatusCode, why);
        }
        catch (LedgerException refused)
        {
            options.Log($"{Replies.Action(context)}: {refused.Code} {refused.Message}");
            await AnswerAsync(context, StatusCodes.Status503ServiceUnavailable,
                "the ledger does not answer; what the service said of it is in its log");
        }
        catch (Exception bug)
        {
            options.Log(options.Outside.Block($"{Replies.Action(context)}: {bug}"));
            await AnswerAsync(context, StatusCodes.Status500InternalServerError,
                "a bug of the service; its trace is in the log of the service");
        }
    }

    private static async Task AnswerAsync(HttpContext context, int status, string text)
    {
        if (context.Response.HasStarted)
        {
            context.Abort();
            return;
        }

        context.Response.Clear();
        SecurityHeaders.AddTo(context);
        await Replies.SayAsync(context, status, text);
    }
}
