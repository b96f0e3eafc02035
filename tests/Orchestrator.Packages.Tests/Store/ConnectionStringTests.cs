using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Store;

/// <summary>What `connectionString` means for SQLite: the file, by the same rules as `file`.</summary>
internal sealed class ConnectionStringTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new Rig();
        _rig.Write("t.csv", "a\n1\n");
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("Data Source=sub/x.db")]
    [TestCase(" datasource = 'sub/x.db' ; ")]
    [TestCase("Filename=\"sub/x.db\"")]
    public void A_path_lies_below_the_data_folder(string written)
    {
        var result = Run(written, text => text);

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(_rig.Query("SELECT a FROM t", Path.Combine(_rig.Folder, ".orchestrator", "data", "sub", "x.db")),
            Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void A_full_path_is_taken_as_it_is_and_braces_in_it_are_no_names()
    {
        var file = Path.Combine(_rig.Folder, "a;b='{object}'.db");

        var result = Run("Data Source=${secret:FILE}", text => text.Replace("${secret:FILE}", file,
            StringComparison.Ordinal));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Succeeded), result.Error?.Message);
        Assert.That(_rig.Query("SELECT a FROM t", file), Is.EqualTo(new[] { "1" }));
    }

    [TestCase("../../../x.db", "ORC3404")]
    [TestCase("", "ORC3416")]
    [TestCase(":memory:", "ORC3416")]
    [TestCase("file:x.db?mode=memory", "ORC3416")]
    public void A_path_that_leads_out_or_nowhere_is_refused_before_anything_is_made(string path, string code)
    {
        var result = Run("Data Source=${env:FILE}", text => text.Replace("${env:FILE}", path,
            StringComparison.Ordinal));

        Assert.That(result.Error?.Code, Is.EqualTo(code), result.Error?.Message);
        Assert.That(Directory.Exists(Path.Combine(_rig.Folder, ".orchestrator")), Is.False);
    }

    [TestCase("Data Source=x.db;Password=hunter2", "'Password'")]
    [TestCase("Data Source=x.db;hunter2=1", "part 2")]
    [TestCase("Data Source=hunter2;Data Source=hunter2", "twice")]
    public void A_keyword_that_does_nothing_is_refused_and_no_value_repeated(string value, string named)
    {
        var result = Run("${env:ALL}", _ => value);

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3416"));
        Assert.That(result.Error?.Class, Is.EqualTo(ErrorClass.Config));
        Assert.That(result.Error?.Message, Does.Contain(named).And.Not.Contain("hunter2"));
    }

    [Test]
    public void A_missing_secret_is_a_failure_of_configuration_and_no_bug()
    {
        var result = Run("Data Source=${secret:GONE}", _ => throw new InvalidOperationException("GONE is not set"));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3416"));
        Assert.That(result.Error?.Message, Is.EqualTo("GONE is not set"));
    }

    private PackageResult Run(string written, Func<string, string> resolve)
    {
        var context = _rig.Context(Rig.Load("t"));
        var solution = context.Solution;
        return PackageKinds.All["load"].Run(context with
        {
            Solution = solution with
            {
                Connections = [.. solution.Connections.Select(connection =>
                    connection.Name == "Db" ? connection with { ConnectionString = written } : connection)],
            },
            ResolveConnection = text => ConnectionText.Resolve(text, resolve),
        });
    }
}
