namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>Whole nights that load out of a container of Azure Blob, killed and gone on with.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class BlobRunTests
{
    private const string ByKey = "key: \"${secret:LAKE_KEY}\"";
    private const string ByToken = "sas: \"${secret:LAKE_SAS}\"";

    private static readonly string[] Archived = ["out/done/a.csv", "out/done/b c+%25.csv"];

    private static readonly Dictionary<string, string> Secrets = new()
    {
        ["ORCHESTRATOR_SECRET_LAKE_KEY"] = BlobServer.Key,
        ["ORCHESTRATOR_SECRET_LAKE_SAS"] = BlobServer.Token,
    };

    private BlobServer _server = null!;
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        (_server, _folder) = (new BlobServer().Listen(), new TemporaryFolder());
        _server.Put("out/a.csv", "Id,Name\n1,a\n");
        _server.Put("out/b c+%25.csv", "Id,Name\n2,b\n3,ü\n");
        Write();
    }

    [TearDown]
    public void Remove()
    {
        _folder.Dispose();
        _server.Dispose();
    }

    [TestCase(ByKey)]
    [TestCase(ByToken)]
    public void The_example_of_the_guide_loads_what_is_there_moves_it_finds_nothing_new_and_names_no_secret(string how)
    {
        Write(how);

        var first = Called.With(_folder.Path, Secrets, false, "run");
        var loaded = Loaded();
        var second = Called.With(_folder.Path, Secrets, false, "run");
        _server.Put("out/a.csv", "Id,Name\n4,d\n");
        var third = Called.With(_folder.Path, Secrets, false, "run");

        Assert.That((first.ExitCode, second.ExitCode, third.ExitCode), Is.EqualTo((0, 0, 0)),
            first.Out + first.Error + second.Error + third.Error);
        Assert.That(loaded, Is.EqualTo(new[] { "a", "b", "ü" }));
        Assert.That(Loaded(), Has.Member("d"));
        Assert.That(_server.Names, Is.SupersetOf(Archived));
        Assert.That(_server.Names, Has.Length.EqualTo(3).And.All.StartWith("out/done/"));
        Assert.That(Said(first, second, third).Where(text => text.Contains(BlobServer.Key, StringComparison.Ordinal)
            || text.Contains("sig=c2ln", StringComparison.Ordinal)), Is.Empty);
    }

    [Test]
    public void A_token_is_in_no_text_of_a_night_that_fails()
    {
        Write(ByToken);
        _server.Before = (_, _) => (403, "<Error><Code>AuthenticationFailed</Code><AuthenticationErrorDetail>Signature "
            + $"did not match: {BlobServer.Token}</AuthenticationErrorDetail></Error>");

        var called = Called.With(_folder.Path, Secrets, false, "run");

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Out + called.Error);
        Assert.That((called.Out + called.Error).ReplaceLineEndings(" "), Does.Contain("ORC3631"));
        Assert.That(Said(called).Where(text => text.Contains("sig=c2ln", StringComparison.Ordinal)), Is.Empty);
    }

    [Test]
    public void Within_the_own_network_nobody_is_asked_who_is_not_allowed()
    {
        Write(ByKey, "allowPrivate: false", _server.Address.Replace("http:", "https:", StringComparison.Ordinal));

        var called = Called.With(_folder.Path, Secrets, false, "run");

        Assert.That(called.ExitCode, Is.EqualTo(1), called.Out + called.Error);
        Assert.That((called.Out + called.Error).ReplaceLineEndings(" "), Does.Contain("ORC3634"));
        Assert.That(_server.Requests, Is.Zero);
    }

    [Test]
    public void Metadata_are_looked_at_without_asking_and_online_the_container_is_listed()
    {
        var alone = Called.With(_folder.Path, Secrets, false, "validate");
        var plan = Called.With(_folder.Path, Secrets, false, "plan");
        var show = Called.With(_folder.Path, Secrets, false, "show", "sale");
        var asked = _server.Requests;
        var good = Called.With(_folder.Path, Secrets, false, "validate", "--online");
        var test = Called.With(_folder.Path, Secrets, false, "connections", "test", "Drop");
        _server.Now = () => TimeProvider.System.GetUtcNow().AddDays(1);
        var bad = Called.With(_folder.Path, Secrets, false, "validate", "--online");

        Assert.That((alone.ExitCode, plan.ExitCode, show.ExitCode, asked, good.ExitCode),
            Is.EqualTo((0, 0, 0, 0, 0)), alone.Out + plan.Error + show.Error + good.Out + good.Error);
        Assert.That(plan.Out, Does.Contain("sale"));
        Assert.That(test.Out, Does.Contain("2 files"));
        Assert.That((bad.Out + bad.Error).ReplaceLineEndings(" "),
            Does.Contain("ORC3518").And.Contain("ORC3631").And.Contain("clock"));
    }

    [Test]
    public void Another_folder_there_and_another_way_in_are_differences_of_plans_without_a_secret()
    {
        var run = Called.With(_folder.Path, Secrets, false, "run");
        Write(ByToken, "allowPrivate: true\n    folder: other");

        var diff = Called.With(_folder.Path, Secrets, false, "diff", "--against", "latest");

        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(diff.Out, Does.Contain("blobStore.folder").And.Contain("blobStore.sas")
            .And.Not.Contain("sig=c2ln"), diff.Error);
    }

    [Test]
    public void A_store_that_has_no_time_for_a_moment_costs_no_night()
    {
        var busy = 3;
        _server.SayRetryAfter("0");
        _server.Before = (_, _) => busy-- > 0 ? (503, "<Error><Code>ServerBusy</Code></Error>") : null;

        var called = Called.With(_folder.Path, Secrets, false, "run");

        Assert.That(called.ExitCode, Is.Zero, called.Out + called.Error);
        Assert.That(_server.Names, Is.EqualTo(Archived));
    }

    [TestCase("stored.copied.before", Category = "Full")]
    [TestCase("stored.copied.after")]
    [TestCase("stored.removed.before")]
    [TestCase("stored.removed.after", Category = "Full")]
    [TestCase("stored.removed.after:2", Category = "Full")]
    [TestCase("files.moved", Category = "Full")]
    public void Killed_and_killed_again_each_file_is_loaded_once_and_lies_in_the_archive(string point)
    {
        _server.HasPrints = point != "stored.copied.after";
        StoredNight.Kill(_folder.Path, Secrets, point);

        var last = Called.With(_folder.Path, Secrets, false, "run");

        Assert.That(last.ExitCode, Is.Zero, last.Out + last.Error);
        Assert.That(Loaded(), Is.EqualTo(new[] { "a", "b", "ü" }));
        Assert.That(_server.Names, Is.EqualTo(Archived));
    }

    private IEnumerable<string> Said(params Called[] calls) =>
        calls.Select(call => call.Out + call.Error).Concat(StoredNight.Texts(_folder.Path));

    private List<string> Loaded() => StoredNight.Loaded(_folder.Path);

    private void Write(string how = ByKey, string more = "allowPrivate: true", string? address = null) =>
        _folder.Write("solution.yaml", GuideExamples.Of("files", "azure://")
            .Replace("container: deliveries", $"container: deliveries\n    endpoint: {address ?? _server.Address}\n    "
                + more, StringComparison.Ordinal)
            .Replace(ByKey, how, StringComparison.Ordinal));
}
