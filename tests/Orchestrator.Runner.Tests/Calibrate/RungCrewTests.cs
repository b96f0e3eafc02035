using Microsoft.Data.Sqlite;
using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Lab.Calibrate.Inserts;
using Orchestrator.Runner.Doctor;

namespace Orchestrator.Runner.Tests.Calibrate;

/// <summary>The writers of a step come to their end, whatever happens around them.</summary>
internal sealed class RungCrewTests
{
    [TestCase(true)]
    [TestCase(false)]
    public void Where_looking_at_the_server_fails_the_writers_end_and_close_their_sessions(bool isAtBegin)
    {
        using var folder = new TemporaryFolder();
        var around = Around(folder);
        around.Table.Make();
        using var crew = Crew(around);

        Assert.That(
            () => crew.Work(() => Fail(isAtBegin), () => Fail(!isAtBegin)),
            Throws.InstanceOf<IOException>().With.Message.EqualTo("gone"));

        Assert.That(() => LeaveLog(around.Table.Address.File), Throws.Nothing);
    }

    // Which takes that nobody else has the file open.
    private static void LeaveLog(string file)
    {
        using var connection = new SqliteConnection($"Data Source={file};Pooling=False;Default Timeout=1");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = "PRAGMA journal_mode=DELETE";
        command.ExecuteNonQuery();
    }

    private static void Fail(bool isNow)
    {
        if (isNow)
        {
            throw new IOException("gone");
        }
    }

    private static RungCrew Crew(RungSurroundings around) => new(
        new Rung(RungKind.Rows, 2, 1), around,
        new RungQuota(10, TimeSpan.FromMinutes(1), around.Use.Time, CancellationToken.None),
        TimeSpan.FromMinutes(1), isRelaxed: false);

    private static RungSurroundings Around(TemporaryFolder folder)
    {
        var platform = SqlitePlatform.Instance;
        var use = new DatabaseUse { IsTarget = true, Time = TimeProvider.System };
        var address = new DatabaseAddress { Connection = "Db", File = Path.Combine(folder.Path, "t.db") };
        return new RungSurroundings
        {
            Platform = platform,
            Table = new ScratchTable(platform, address, use, TimeSpan.FromMinutes(1)),
            Use = use,
        };
    }
}
