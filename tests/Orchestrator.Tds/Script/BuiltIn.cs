using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <summary>What every server answers unless the script says otherwise.</summary>
internal static partial class BuiltIn
{
    private const string NoAnswer = "the script has no answer to this; declare one with On(...). It was: ";

    public static void Declare(TdsServer server)
    {
        server.On(_ => true, (request, reply) =>
        {
            server.Refused(request);
            reply.Error(50000, NoAnswer + request);
        });
        server.OnLogin((_, _) => { });
        server.On(request => request is TransactionRequest { Verb: TransactionVerb.Save }, (_, _) => { });
        server.OnBegin(reply => reply.Begin());
        server.OnCommit(reply => reply.Commit());
        server.OnRollback(reply => reply.Rollback());
        server.On(BeginText(), reply => reply.Begin());
        server.On(CommitText(), reply => reply.Commit());
        server.On(RollbackText(), reply => reply.Rollback());
        server.On("select @@spid", (request, reply) => reply.Value("smallint not null", request.Session.Id));
        server.On("select @@trancount", (request, reply) => reply.Value("int not null", TransactionsOf(request)));
        server.On(SetText(), _ => { });
        server.On(UseText(), (request, reply) => reply.Database(UseText().Match(request.Sql!).Groups["name"].Value));
        server.On(request => request is Call { Procedure: "sp_unprepare" }, (_, _) => { });
        new ApplicationLocks().Declare(server);
        DeclareKill(server);
        DeclareBulk(server);
    }

    private static void DeclareKill(TdsServer server) => server.On(KillText(), (request, reply) =>
    {
        var asked = KillText().Match(request.Sql!);
        var id = int.Parse(asked.Groups["id"].Value);
        var isByName = asked.Groups["name"].Success;
        if (server.Sessions.FirstOrDefault(session => session.Id == id && (!isByName
            || session.Login?.Application == request.Session.Login?.Application)) is { } victim)
        {
            victim.Cut();
        }
        else if (!isByName)
        {
            reply.Error(6106, $"Process ID {id} is not an active process ID.");
        }
    });

    private static void DeclareBulk(TdsServer server)
    {
        server.On(request => request is Batch { AsksAbout: not null }, (request, reply) =>
        {
            var name = ((Batch)request).AsksAbout!;
            if (server.FindTable(name) is not { } table)
            {
                reply.Error(ServerErrors.NoObject(name));
                return;
            }

            reply.Value("int not null", TransactionsOf(request)).Rows(table.Columns, []);
            reply.Rows(
                ["colid smallint", "name nvarchar(128)", "tds_collation binary(5)", "collation nvarchar(128)"],
                [.. table.Columns.Index().Select(CollationRow)]);
            reply.Rows(["Canonical_Column_Name nvarchar(128)", "Aliased_Column_Name nvarchar(128)"], []);
        });
        server.On(
            request => request is Batch { IsInsertBulk: true },
            (request, _) => request.Session.InsertBulk = Request.OneLine(request.Sql!));
        server.On(request => request is BulkLoad, (load, reply) => reply.Done(((BulkLoad)load).Keep().RowCount));
    }

    private static object?[] CollationRow((int Index, Column Column) one) =>
    [
        one.Index + 1, one.Column.Name, one.Column.Type.Collation?.Bytes.ToArray(), one.Column.Type.Collation?.Name,
    ];

    private static int TransactionsOf(Request request) => request.Session.InTransaction ? 1 : 0;

    [GeneratedRegex(@"^begin tran(saction)?;?$", RegexOptions.IgnoreCase)]
    private static partial Regex BeginText();

    [GeneratedRegex(@"^(if @@trancount > 0 )?commit( tran(saction)?)?;?$", RegexOptions.IgnoreCase)]
    private static partial Regex CommitText();

    [GeneratedRegex(@"^(if @@trancount > 0 )?rollback( tran(saction)?)?;?$", RegexOptions.IgnoreCase)]
    private static partial Regex RollbackText();

    /// <summary>Settings of the session, one or several, and nothing else.</summary>
    [GeneratedRegex(
        @"^(?!.*\b(select|exec|insert|update|delete|merge|truncate|if)\b)(set (\w+,? )+-?\w+( ?; ?| |$))+$",
        RegexOptions.IgnoreCase)]
    private static partial Regex SetText();

    [GeneratedRegex(@"^use \[?(?<name>[^\]]+?)\]?;?$", RegexOptions.IgnoreCase)]
    private static partial Regex UseText();

    [GeneratedRegex(@"^(kill (?<id>\d+);?|declare @kill .* where session_id = (?<id>\d+) and "
        + @"(?<name>program_name = app_name\(\))\) exec \(@kill\))$", RegexOptions.IgnoreCase)]
    private static partial Regex KillText();
}
