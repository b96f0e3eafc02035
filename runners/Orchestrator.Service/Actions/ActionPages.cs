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
internal sealed class ActionPages(
    ActionDesk desk, ActionLook look, SentForms forms, PageWriter pages, ServiceOptions options)
{
    public const string KeyField = "idempotency_key";

    private const string Root = "/actions";

    /// <summary>Where forms of an action are sent.</summary>
    public static string PathTo(ActionKind kind) => $"{Root}/{ActionKinds.Word(kind)}";

    /// <summary>The page that asks whether an action shall be done.</summary>
    public static string PathTo(AskedAction asked) => PathTo(asked.Kind) + string.Concat(asked.Object().Select(
        (field, at) => $"{(at == 0 ? '?' : '&')}{field.Name}={Uri.EscapeDataString(field.Value)}"));

    /// <summary>The page that tells what became of one.</summary>
    public static string PathTo(long action) => $"{Root}/{action}";

    public void Map(IEndpointRouteBuilder web)
    {
        foreach (var kind in ActionKinds.All)
        {
            var (path, needs) = (PathTo(kind), new Needs(ActionKinds.Role(kind)));
            web.MapGet(path, context => ConfirmAsync(context, kind)).WithMetadata(needs);
            web.MapPost(path, context => DoAsync(context, kind)).WithMetadata(needs);
        }

        web.MapGet(Root + "/{action:long}", TellAsync);
    }

    private async Task ConfirmAsync(HttpContext context, ActionKind kind)
    {
        var asked = AskedAction.Of(kind, name => context.Request.Query[name].ToString());
        var plan = await desk.PlanAsync(asked, context.RequestAborted);
        await ShowAsync(context, asked, plan, plan.Refusal, Sessions.Secret());
    }

    private async Task DoAsync(HttpContext context, ActionKind kind)
    {
        if (await forms.ReadAsync(context) is not { } sent)
        {
            return;
        }

        var asked = AskedAction.Of(kind, name => sent[name].ToString());
        var key = sent[KeyField].ToString();
        var result = await desk.DoAsync(
            asked, key, context.Features.Get<Visitor>()!, Access.Address(context), context.RequestAborted);
        if (result.Done is { } done)
        {
            SignIn.Lead(context, PathTo(done.Number));
            return;
        }

        var plan = await desk.PlanAsync(result.Asked, context.RequestAborted);
        await ShowAsync(context, result.Asked, plan, result.Refusal, key);
    }

    private Task ShowAsync(
        HttpContext context, AskedAction asked, ActionPlan plan, ActionRefusal? refusal, string key)
    {
        string Line(string text) => options.Outside.Line(text);
        var model = new Confirmation
        {
            Asked = asked,
            Key = key,
            Title = Line(plan.Title),
            Consequences = [.. plan.Consequences.Where(text => text.Length > 0).Select(Line)],
            NamesTitle = plan.NamesTitle,
            Names = [.. plan.Names.Take(Confirmation.NamesMax).Select(Line)],
            NamesCount = plan.Names.Count,
            Command = asked.Kind == ActionKind.Approve ? null
                : Line(options.Command(ActionCommand.ToFillIn(asked))),
            EnvironmentToType = desk.EnvironmentToType,
            From = plan.From,
            Refusal = refusal is null ? null : refusal with { Why = Line(refusal.Why) },
            IsPossible = plan.Refusal is null,
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
        command.StartsWith(ActionKinds.Word(ActionKind.Approve) + " ", StringComparison.Ordinal) ? command
            : options.Outside.Line(options.Command(command));
}
