using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Orchestrator.Ledger.Serving;
using Orchestrator.Ledger.Tokens;
using Orchestrator.Service.Pages;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Web;

/// <summary>
/// As long as there is no token, whoever is on the machine may make the first one on the page: an admin's, which is
/// shown once and from which on all others are made. From then on it refuses.
/// </summary>
internal sealed class FirstToken(ServiceOptions options, SentForms forms, AuditTrail audit, PageWriter pages)
{
    public const string NameField = "name";
    public const string NameDefault = "admin";

    private const string Action = "first token";

    private const string NotNeeded = "there is a token already, or the name is taken: tokens are made with "
        + "`orchestrator tokens create`";

    /// <summary>How long it is valid, as by default at the command line.</summary>
    public static readonly TimeSpan Lasts = TimeSpan.FromDays(90);

    public void Map(IEndpointRouteBuilder web)
    {
        var needs = new RequiredRole(TokenRole.Admin);
        web.MapGet(Paths.FirstToken, ShowAsync).WithMetadata(needs);
        web.MapPost(Paths.FirstToken, MakeAsync).WithMetadata(needs);
    }

    private Task ShowAsync(HttpContext context) => WriteAsync(
        context, IsNeeded(context) ? 200 : 409,
        new FirstTokenForm(null, NameDefault, IsNeeded(context) ? "" : NotNeeded));

    private async Task MakeAsync(HttpContext context)
    {
        if (await forms.ReadAsync(context) is not { } sent)
        {
            return;
        }

        var name = sent[NameField].ToString().Trim();
        if (!TokenRecord.IsName(name))
        {
            await RefuseAsync(context, 422, name, $"a name has 1 to {TokenRecord.NameMax} letters, digits, '-', '.', "
                + "'_' or '@'");
            return;
        }

        var token = TokenText.Make();
        var isMade = IsNeeded(context) && await Task.Run(
            () => TokenWriter.First(options.Ledger, options.Time, Record(token, name), Entry(context)),
            CancellationToken.None);
        await (isMade ? WriteAsync(context, 200, new FirstTokenForm(token.Reveal(), name, ""))
            : RefuseAsync(context, 409, name, NotNeeded));
    }

    private static bool IsNeeded(HttpContext context) => context.Features.Get<Visitor>() is { IsLocal: true };

    private Task RefuseAsync(HttpContext context, int status, string name, string why)
    {
        audit.Refused(context.Features.Get<Visitor>(), Access.Address(context), Action, why);
        return WriteAsync(context, status, new FirstTokenForm(null, options.Outside.Line(name), why));
    }

    private Task WriteAsync(HttpContext context, int status, FirstTokenForm form) =>
        pages.WriteAsync<FirstTokenPage>(context, status, form);

    private TokenRecord Record(TokenText token, string name)
    {
        var now = options.Time.GetUtcNow();
        return new TokenRecord
        {
            Id = token.Id,
            Name = name,
            Role = TokenRole.Admin,
            Hash = token.Hash,
            Created = now,
            CreatedBy = Visitor.Local,
            Expires = now + Lasts,
        };
    }

    private AuditEntry Entry(HttpContext context) => new()
    {
        Environment = options.Environment,
        At = options.Time.GetUtcNow(),
        Who = Visitor.Local,
        Role = Access.Word(TokenRole.Admin),
        Address = Access.Address(context),
        Action = Action,
        Outcome = "done",
        Detail = "role admin",
    };
}
