using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Orchestrator.Service.Pages;
using Orchestrator.Service.Security;
using Orchestrator.Service.Web;

namespace Orchestrator.Service.Actions;

/// <summary>
/// Actions as plain forms: a page that says what would be done and makes the key, a form that does it, and a page that
/// tells what became of it, which may be loaded again and again.
/// </summary>
internal sealed class RequestPages(
    RequestHandler handler, ActionReader look, SentForms forms, PageWriter pages, ServiceOptions options)
{
    public const string KeyField = "idempotency_key";

    private const string Root = "/actions";

    /// <summary>Where forms of an action are sent.</summary>
    public static string PathTo(RequestKind kind) => $"{Root}/{RequestKinds.Word(kind)}";

    /// <summary>The page that asks whether an action shall be done.</summary>
    public static string PathTo(ActionRequest request) => PathTo(request.Kind) + string.Concat(request.Object().Select(
        (field, at) => $"{(at == 0 ? '?' : '&')}{field.Name}={Uri.EscapeDataString(field.Value)}"));

    /// <summary>The page that tells what became of one.</summary>
    public static string PathTo(long action) => $"{Root}/{action}";

    public void Map(IEndpointRouteBuilder web)
    {
        foreach (var kind in RequestKinds.All)
        {
            var (path, needs) = (PathTo(kind), new RequiredRole(RequestKinds.Role(kind)));
            web.MapGet(path, context => ConfirmAsync(context, kind)).WithMetadata(needs);
            web.MapPost(path, context => DoAsync(context, kind)).WithMetadata(needs);
        }

        web.MapGet(Root + "/{action:long}", TellAsync);
    }

    private async Task ConfirmAsync(HttpContext context, RequestKind kind)
    {
        var request = ActionRequest.Of(kind, name => context.Request.Query[name].ToString());
        var preview = await handler.PreviewAsync(request, context.RequestAborted);
        await ShowAsync(context, request, preview, preview.Refusal, Sessions.Secret());
    }

    private async Task DoAsync(HttpContext context, RequestKind kind)
    {
        if (await forms.ReadAsync(context) is not { } sent)
        {
            return;
        }

        var request = ActionRequest.Of(kind, name => sent[name].ToString());
        var key = sent[KeyField].ToString();
        var result = await handler.DoAsync(
            request, key, context.Features.Get<Visitor>()!, Access.Address(context), context.RequestAborted);
        if (result.Done is { } done)
        {
            SignIn.Lead(context, PathTo(done.Number));
            return;
        }

        var preview = await handler.PreviewAsync(result.Request, context.RequestAborted);
        await ShowAsync(context, result.Request, preview, result.Refusal, key);
    }

    private Task ShowAsync(
        HttpContext context, ActionRequest request, RequestPreview preview, RequestRefusal? refusal, string key)
    {
        string Line(string text) => options.Outside.Line(text);
        var model = new Confirmation
        {
            Request = request,
            Key = key,
            Title = Line(preview.Title),
            Consequences = [.. preview.Consequences.Where(text => text.Length > 0).Select(Line)],
            NamesTitle = preview.NamesTitle,
            Names = [.. preview.Names.Take(Confirmation.NamesMax).Select(Line)],
            NamesCount = preview.Names.Count,
            Command = request.Kind == RequestKind.Approve ? null
                : Line(options.Command(RequestCommand.ToFillIn(request))),
            EnvironmentToType = handler.EnvironmentToType,
            From = preview.From,
            Refusal = refusal is null ? null : refusal with { Why = Line(refusal.Why) },
            IsPossible = preview.Refusal is null,
        };
        return pages.WriteAsync<ConfirmPage>(context, refusal?.Status ?? StatusCodes.Status200OK, model);
    }

    private async Task TellAsync(HttpContext context)
    {
        var number = long.Parse((string)context.GetRouteValue("action")!, CultureInfo.InvariantCulture);
        if (await look.OfAsync(number, context.RequestAborted) is { } reading)
        {
            await pages.WriteAsync<ActionPage>(context, reading with
            {
                Action = reading.Action with { Command = Typed(reading.Action.Command) },
            });
            return;
        }

        await pages.WriteAsync<MessagePage>(context, StatusCodes.Status404NotFound,
            new Message("Not found", $"There is no action {number} in this environment."));
    }

    // What no verb does is shown as it was asked for.
    private string Typed(string command) =>
        command.StartsWith(RequestKinds.Word(RequestKind.Approve) + " ", StringComparison.Ordinal) ? command
            : options.Outside.Line(options.Command(command));
}
