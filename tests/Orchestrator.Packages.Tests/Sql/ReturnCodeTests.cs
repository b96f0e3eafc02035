using System.Text.RegularExpressions;
using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Tds;

namespace Orchestrator.Packages.Tests.Sql;

/// <summary>The return codes of procedures that are tasks, over SQL Server's wire.</summary>
internal sealed partial class ReturnCodeTests
{
    [TestCase(0, true, null)]
    [TestCase(4, true, "ORC3491")]
    [TestCase(-6, true, "ORC3491")]
    [TestCase(4, false, null)]
    public void A_task_is_taken_back_where_its_procedure_returns_another_code_than_0(
        int returned, bool fails, string? code)
    {
        using var server = TdsServer.Start();
        server.On(Session(), _ => { });
        _ = new Tds.DelayedDurability(server);
        server.OnProcedure("dbo.Close", reply => reply.Done(3).Return(returned));
        using var rig = new Rig();
        rig.Servers.Add(new Connection
        {
            Name = "Sql",
            Platform = Platform.SqlServer,
            ConnectionString = $"Server=tcp:127.0.0.1,{server.Port};Database=Staging;User ID=loader;Password=s3cret;"
                + "Encrypt=Optional",
        });

        var result = rig.Run(Task(fails));

        var (outcome, last) = code is null ? (NodeState.Succeeded, "commit") : (NodeState.Failed, "rollback");
        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((outcome, code)), result.Error?.Message);
        Assert.That(server.Recorder.Of(2), Does.Contain(last));
    }

    private static ObjectDefinition Task(bool failsOnReturnCode) => Rig.Load("close") with
    {
        Kind = "sql",
        Source = null,
        Target = new ObjectTarget("Sql", null, "close"),
        Procedure = new Procedure
        {
            Schema = "dbo",
            Name = "Close",
            FailsOnReturnCode = failsOnReturnCode,
            At = new Origin("objects/close.yaml", 7, 3),
        },
    };

    [GeneratedRegex("^SET XACT_ABORT ON; SET ARITHABORT ON")]
    private static partial Regex Session();
}
