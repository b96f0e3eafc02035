using System.Text.Json;

namespace Orchestrator.Cli.Tests.Lab;

/// <summary>The shape that the ladder has where each commit waits for the disk, and how fast its top is.</summary>
[Explicit("minutes long, with goals in time; entry calibrate-ladder of tests/suites-full")]
[Category("Full")]
internal sealed class CalibrateLadderTests
{
    private const string Variable = "CALIBRATED_SERVER";
    private const double SecondsOfTop = 1;

    [Test]
    public void On_a_slow_log_each_step_up_is_faster_and_the_log_is_waited_for_at_the_bottom_alone()
    {
        using var server = Cluster.Start("fsync=on", "full_page_writes=on", "autovacuum=off", "commit_delay=5000",
            "commit_siblings=0", "max_wal_size=8GB", "checkpoint_timeout=1h", "max_connections=200");
        using var folder = Solution(
            $"PostgreSql, stage: STG, reloadable: true, connectionString: \"${{env:{Variable}}}\"");

        var steps = Climb(folder, server.ConnectionString());

        var up = Up(steps, hasWriters: true);
        Assert.That(up.Select(Speed), Is.Ordered.Ascending, string.Join(", ", up.Select(Name)));
        Assert.That(Share(up[0]), Is.GreaterThan(0.9), "at the bottom");
        Assert.That(Share(up[^1]), Is.LessThan(0.9), "at the top");
        Assert.That(up[0].GetProperty("limited_by").GetString(), Is.EqualTo("Log"));
        TopIn(up[^1]);
    }

    [Test]
    public void On_a_file_each_step_up_is_faster_as_well()
    {
        using var folder = Solution("Sqlite, stage: STG, reloadable: true");

        var steps = Climb(folder, "");

        var up = Up(steps, hasWriters: false);
        Assert.That(up.Select(Speed), Is.Ordered.Ascending, string.Join(", ", up.Select(Name)));
        TopIn(up[^1]);
    }

    private static TemporaryFolder Solution(string platform)
    {
        var folder = new TemporaryFolder();
        folder.Write("solution.yaml", "formatVersion: 1\nsolution: Ladder\nconnections:\n"
            + $"  - {{connection: Staging, platform: {platform.Trim()}}}\n");
        return folder;
    }

    private static JsonElement[] Climb(TemporaryFolder folder, string connection)
    {
        string[] arguments = ["calibrate", "inserts", "--connection", "Staging", "--rung-time", "4s", "-o", "json"];
        var called = Called.With(folder.Path, new() { [Variable] = connection }, false, arguments);
        TestContext.Out.WriteLine(called.Error);
        Assert.That(called.ExitCode, Is.Zero, called.Error);
        return [.. JsonDocument.Parse(called.Out).RootElement.GetProperty("steps").EnumerateArray()];
    }

    /// <summary>One writer, the knee, more and more rows in a statement, and the best of bulk; arrays, which are
    /// another way for many rows, are printed beside.</summary>
    private static JsonElement[] Up(JsonElement[] steps, bool hasWriters)
    {
        JsonElement[] Of(string kind) => [.. steps.Where(step => step.GetProperty("kind").GetString() == kind)];
        var rows = Of("rows");
        return
        [
            rows[0],
            .. rows.Where(step => hasWriters && step.GetProperty("is_knee").GetBoolean()),
            .. Of("values"),
            Of("bulk").MaxBy(Speed),
        ];
    }

    private static void TopIn(JsonElement top)
    {
        var seconds = 500_000 / Speed(top);
        TestContext.Out.WriteLine($"500,000 rows in {seconds:0.00} s at the top ({Name(top)}), "
            + $"{Environment.ProcessorCount} processors");
        Assert.That(seconds, Is.LessThan(SecondsOfTop));
    }

    private static double Speed(JsonElement step) => step.GetProperty("rows_per_second").GetDouble();

    private static double Share(JsonElement step) => step.GetProperty("log_share_of_waiting").GetDouble();

    private static string Name(JsonElement step) =>
        $"{step.GetProperty("step").GetString()} x {step.GetProperty("writers").GetInt32()}: {Speed(step):#,0}";
}
