using System.Text.RegularExpressions;

namespace Orchestrator.Data.Tests.SqlServer;

/// <summary>All that a load sends, in order.</summary>
internal sealed partial class LoadTests
{
    private static readonly TableName Target = new("crm", "Customer");
    private static readonly TableName Load = Databases.Platform.Dialect.LoadTable(Target, 482);

    private static readonly RowColumn[] Columns =
    [
        new("Id", Databases.Type("int"), Nullable: false),
        new("Name", Databases.Type("varchar(50)")),
        new("RowAuditId", Databases.Type("bigint")),
    ];

    [Test]
    [Category("Approved")]
    public void A_load_table_is_made_filled_and_published()
    {
        using var scripted = new ScriptedDatabase();
        Answer(scripted);

        using var target = scripted.Open();
        target.Begin(CancellationToken.None);
        target.CreateLoadTable(Load, Target, 482, Columns);
        target.Commit();
        TextRows.Write(
            target, Load, Columns[..2], [["1", "Ann"], ["2", null]], new WriteOptions { LocksTable = true },
            new FilledColumn(Columns[2], 482L));
        target.Begin(CancellationToken.None);
        target.Execute(target.Platform.Dialect.InsertSelect(Load, Target, ["Id", "Name", "RowAuditId"]));
        target.DropLoadTable(Load);
        target.Commit();

        Approved.Check("load", string.Join('\n', scripted.Server.Recorder.Of(1)) + "\n");
    }

    [GeneratedRegex("WHEN 'U' THEN 'table'")]
    private static partial Regex KindOf();

    [GeneratedRegex("^(DROP|CREATE|INSERT INTO|DELETE|IF|EXEC|SELECT count)")]
    private static partial Regex Changes();

    private static void Answer(ScriptedDatabase scripted)
    {
        var server = scripted.Server;
        scripted.Table(Load, "Id int not null", "Name varchar(50)", "RowAuditId bigint");
        server.On(KindOf(), (_, _) => { });
        server.On(Changes(), reply => reply.Done(1));
    }
}
