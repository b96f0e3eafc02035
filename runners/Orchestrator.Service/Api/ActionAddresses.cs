using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Orchestrator.Ledger.Serving;
using Orchestrator.Ledger.Tokens;
using Orchestrator.Runner.Text;
using Orchestrator.Service.Actions;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Api;

/// <summary>The same actions for machines, with a key of theirs in a header.</summary>
internal sealed class ActionAddresses(RequestHandler handler, ActionReader look, AuditTrail audit, OutsideText outside)
{
    public const string KeyHeader = "Idempotency-Key";

    private const string Root = "/api/v1/actions";

    private static readonly JsonSerializerOptions Json = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        AllowDuplicateProperties = false,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
    };

    public void Map(IEndpointRouteBuilder web)
    {
        web.MapPost(Root, (HttpContext context, [FromHeader(Name = KeyHeader)] string? key) =>
                DoAsync(context, key ?? ""))
            .WithMetadata(new RequiredRole(TokenRole.Operator))
            .WithSummary("Run, retry, cancel, hold, release, skip, pause, resume, approve: once for each key")
            .WithDescription($"The header {KeyHeader} (1 to {ActionRecord.KeyMax} characters) tells actions apart: "
                + "sent again with the same body by the same token it does nothing more and answers the same, sent "
                + "with another body it is refused with 409. Needs the role operator (approve: admin), and a token as "
                + "`Authorization: Bearer`. 202: a run or a service has yet to answer; look at the action, or send it "
                + "again. 409: it was refused by whoever it was for, and the body is the action; or it cannot be (the "
                + "run is over, the key is that of another one), and the body is an error.")
            .Accepts<ActionAsk>("application/json")
            .Produces<ActionDocument>().Produces<ActionDocument>(202)
            .WithTags("actions")
            .Produces<ErrorDocument>(400).Produces<ErrorDocument>(401).Produces<ErrorDocument>(403)
            .Produces<ErrorDocument>(404).Produces<ErrorDocument>(409)
            .Produces<ErrorDocument>(415).Produces<ErrorDocument>(422);
        // Chosen only where the type of the body is another one, which the fallback would else call not found.
        web.MapPost(Root, (HttpContext context) => DoAsync(context, "")).WithOrder(1)
            .WithMetadata(new RequiredRole(TokenRole.Operator)).ExcludeFromDescription();
        web.MapGet(Root + "/{action:long}", TellAsync).WithSummary("What became of an action")
            .Produces<ActionDocument>().Produces<ErrorDocument>(404);
    }

    private async Task DoAsync(HttpContext context, string key)
    {
        var visitor = context.Features.Get<Visitor>()!;
        var (request, refusal) = await RequestOfAsync(context, visitor);
        if (request is null)
        {
            audit.Refused(visitor, Access.Address(context), Replies.Action(context), refusal!.Why);
            await Replies.RefuseAsync(context, refusal);
            return;
        }

        var result = await handler.DoAsync(request, key, visitor, Access.Address(context), context.RequestAborted);
        await (result.Done is { } done ? AnswerAsync(context, done.Number)
            : Replies.SayAsync(context, result.Refusal!.Status, outside.Line(Words(result.Refusal))));
    }

    private static async Task<(ActionRequest? Request, Refusal? Refusal)> RequestOfAsync(
        HttpContext context, Visitor visitor)
    {
        if (visitor.Session is not null)
        {
            const string why = "over the API a token is sent with each action, as `Authorization: Bearer`";
            return (null, new Refusal(403, why));
        }

        var (ask, refusal) = await ReadAsync(context);
        return ask is null ? (null, refusal)
            : RequestKinds.Of(ask.Action) is not { } kind ? (null, new Refusal(400, "expected action to be one of "
                + string.Join(", ", RequestKinds.All.Select(RequestKinds.Word))))
            : visitor.Role < RequestKinds.Role(kind)
                ? (null, new Refusal(403, $"the role {Access.Word(visitor.Role)} may not do this"))
            : ask.BlankField() is { } blank
                ? (null, new Refusal(422, $"{blank}: it is empty; leave it out where all are meant"))
            : (ask.Of(kind), null);
    }

    private async Task AnswerAsync(HttpContext context, long action)
    {
        var reading = (await look.OfAsync(action, context.RequestAborted))!;
        context.Response.Headers.Location = $"{Root}/{action}";
        context.Response.StatusCode = reading.Outcome switch
        {
            ActionOutcome.Asked => StatusCodes.Status202Accepted,
            ActionOutcome.Done => StatusCodes.Status200OK,
            _ => StatusCodes.Status409Conflict,
        };
        await WriteAsync(context, reading);
    }

    private async Task TellAsync(HttpContext context, long action)
    {
        if (await look.OfAsync(action, context.RequestAborted) is { } reading)
        {
            await WriteAsync(context, reading);
            return;
        }

        await Replies.SayAsync(context, 404, $"There is no action {action} in this environment.");
    }

    private static Task WriteAsync(HttpContext context, ActionReading reading) => context.Response.WriteAsJsonAsync(
        new ActionDocument(
            ApiDocument.SchemaVersion, reading.Action.Number, reading.Action.Command, reading.Action.Who,
            reading.Action.Asked.UtcDateTime, reading.Outcome.ToString().ToLowerInvariant(), reading.Answer,
            reading.Run, reading.Firing),
        context.RequestAborted);

    private static async Task<(ActionAsk? Ask, Refusal? Refusal)> ReadAsync(HttpContext context)
    {
        if (!context.Request.HasJsonContentType())
        {
            return (null, new Refusal(415, "an action is sent as application/json"));
        }

        try
        {
            return await JsonSerializer.DeserializeAsync<ActionAsk>(
                context.Request.Body, Json, context.RequestAborted) is { } ask ? (ask, null)
                : (null, new Refusal(400, "the body is null"));
        }
        catch (JsonException mistake)
        {
            return (null, new Refusal(400, FieldOf(mistake) is { } field
                ? $"{field}: expected {(field == ActionRequest.RunField ? "one number" : "one text")}"
                : "the body is no action: its fields are action, run, node, batch, trigger, reason, as, environment "
                    + "and hash, and action is needed"));
        }
    }

    // Of a field that there is; names that somebody made up are not repeated.
    private static string? FieldOf(JsonException mistake) => mistake.Path is ['$', '.', .. var field]
        && typeof(ActionAsk).GetProperties().Any(known => Json.PropertyNamingPolicy!.ConvertName(known.Name) == field)
            ? field : null;

    private static string Words(RequestRefusal refusal) =>
        refusal.Field.Length == 0 ? refusal.Why : $"{refusal.Field}: {refusal.Why}";
}
