namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>Whole runs that load out of a bucket, killed and gone on with.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class StoreRunTests
{
    private const string Secret = "ORCHESTRATOR_SECRET_LAKE_";

    private static readonly Dictionary<string, string> Secrets = new()
    {
        [Secret + "ID"] = BucketServer.KeyId,
        [Secret + "KEY"] = BucketServer.Key,
    };

    private BucketServer _server = null!;
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        (_server, _folder) = (new BucketServer().Listen(), new TemporaryFolder());
        _server.Put("out/a.csv", "Id,Name\n1,a\n");
        _server.Put("out/b c.csv", "Id,Name\n2,b\n3,c\n");
        Write("allowPrivate: true");
    }

    [TearDown]
    public void Remove()
    {
        _folder.Dispose();
        _server.Dispose();
    }

    [Test]
    public void The_example_of_the_guide_loads_what_is_there_and_moves_it_and_names_no_secret()
    {
        var first = Called.With(_folder.Path, Secrets, false, "run");
        var second = Called.With(_folder.Path, Secrets, false, "run");

        Assert.That((first.ExitCode, second.ExitCode), Is.EqualTo((0, 0)), first.Out + first.Error + second.Error);
        Assert.That(Loaded(), Is.EqualTo(new[] { "a", "b", "c" }));
        Assert.That(_server.Names, Is.EqualTo(new[] { "out/done/a.csv", "out/done/b c.csv" }));
        Assert.That(StoredNight.Texts(_folder.Path)
            .Where(text => text.Contains(BucketServer.Key, StringComparison.Ordinal)), Is.Empty);
    }

    [Test]
    public void Within_the_own_network_nobody_is_asked_who_is_not_allowed()
    {
        Write("allowPrivate: false", _server.Address.Replace("http:", "https:", StringComparison.Ordinal));

        var called = Called.With(_folder.Path, Secrets, false, "run");

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Out + called.Error);
        Assert.That((called.Out + called.Error).ReplaceLineEndings(" "), Does.Contain("ORC3634"));
        Assert.That(_server.Requests, Is.Zero);
    }

    [Test]
    public void Metadata_are_looked_at_without_asking_and_online_the_bucket_is_listed()
    {
        var alone = Called.With(_folder.Path, Secrets, false, "validate");
        var asked = _server.Requests;
        var good = Called.With(_folder.Path, Secrets, false, "validate", "--online");
        var test = Called.With(_folder.Path, Secrets, false, "connections", "test", "Drop");
        _server.Before = (_, _) => (403, "<Error><Code>AccessDenied</Code></Error>");
        var bad = Called.With(_folder.Path, Secrets, false, "validate", "--online");

        Assert.That((alone.ExitCode, asked, good.ExitCode), Is.EqualTo((0, 0, 0)), alone.Out + good.Out + good.Error);
        Assert.That(test.Out, Does.Contain("2 files"));
        Assert.That(bad.Out + bad.Error, Does.Contain("ORC3518").And.Contain("ORC3631").And.Contain("AccessDenied"));
    }

    [TestCase("stored.copied.before")]
    [TestCase("stored.copied.after", Category = "Full")]
    [TestCase("stored.removed.before", Category = "Full")]
    [TestCase("stored.removed.after", Category = "Full")]
    [TestCase("stored.removed.after:2")]
    [TestCase("files.moved", Category = "Full")]
    public void Killed_and_killed_again_each_file_is_loaded_once_and_lies_in_the_archive(string point)
    {
        StoredNight.Kill(_folder.Path, Secrets, point);

        var last = Called.With(_folder.Path, Secrets, false, "run");

        Assert.That(last.ExitCode, Is.Zero, last.Out + last.Error);
        Assert.That(Loaded(), Is.EqualTo(new[] { "a", "b", "c" }));
        Assert.That(_server.Names, Is.EqualTo(new[] { "out/done/a.csv", "out/done/b c.csv" }));
    }

    private List<string> Loaded() => StoredNight.Loaded(_folder.Path);

    private void Write(string more, string? address = null) => _folder.Write("solution.yaml",
        GuideExamples.Of("files", "s3://").Replace("https://s3.eu-central-1.amazonaws.com",
            $"{address ?? _server.Address}\n    {more}", StringComparison.Ordinal));
}
