using System.Diagnostics;
using Orchestrator.Metadata.Git;

namespace Orchestrator.Cli.Tests.Git;

internal sealed class GitRepositoryTests
{
    private static readonly string[] Versions = [.. Enumerable.Range(0, 6).Select(version => string.Concat(
        Enumerable.Range(0, 2000)
            .Select(line => $"line {line}{(line % 500 == version * 7 ? $" changed in {version}" : "")}\n")))];

    // What is only read is made once: git is a process for each step.
    private TemporaryFolder _loose = null!;
    private TemporaryFolder _packed = null!;

    [OneTimeSetUp]
    public void Make()
    {
        (_loose, _packed) = (new TemporaryFolder(), new TemporaryFolder());
        Commit(_loose);
        Git(_loose.Path, "tag", "light", "HEAD~1");
        Git(_loose.Path, "tag", "-a", "noted", "-m", "note", "HEAD");
        Git(_loose.Path, "pack-refs", "--all");
        Commit(_packed);
        Pack(_packed);
    }

    [OneTimeTearDown]
    public void Remove()
    {
        _loose?.Dispose();
        _packed?.Dispose();
    }

    [TestCase(false)]
    [TestCase(true)]
    public void Reads_what_git_wrote_loose_and_packed(bool isPacked)
    {
        var folder = isPacked ? _packed : _loose;

        var repository = GitRepository.Around(Path.Combine(folder.Path, "solution"))!;

        for (var back = 0; back < Versions.Length; back++)
        {
            var commit = repository.Commit($"main~{back}");
            var entries = repository.Entries(commit, Path.Combine(folder.Path, "solution")).ToArray();
            var text = System.Text.Encoding.UTF8.GetString(
                repository.Content(entries.Single(entry => entry.Path == "sub/big.yaml").Object));
            Assert.That(text, Is.EqualTo(Versions[^(back + 1)]));
            Assert.That(commit, Is.EqualTo(Git(folder.Path, "rev-parse", $"main~{back}").Trim()));
        }
    }

    [TestCase("HEAD")]
    [TestCase("@")]
    [TestCase("main")]
    [TestCase("refs/heads/main")]
    [TestCase("noted")]
    [TestCase("light")]
    [TestCase("HEAD^")]
    [TestCase("noted~2")]
    public void Names_mean_what_git_says(string revision)
    {
        var commit = GitRepository.Around(_loose.Path)!.Commit(revision);

        Assert.That(commit, Is.EqualTo(Git(_loose.Path, "rev-parse", revision + "^{commit}").Trim()));
        Assert.That(GitRepository.Around(_loose.Path)!.Commit(commit[..10]), Is.EqualTo(commit));
    }

    [Test]
    public void A_repository_with_names_of_sha256_is_refused_by_that_reason()
    {
        using var folder = new TemporaryFolder();
        Git(folder.Path, "init", "-q", "--object-format=sha256");

        Assert.That(() => GitRepository.Around(folder.Path),
            Throws.InstanceOf<GitException>().With.Message.Contains("by SHA-256: only SHA-1 is read"));
    }

    [TestCase("nonsuch")]
    [TestCase("main~99")]
    [TestCase("../../etc/passwd")]
    [TestCase("main^{tree}")]
    [TestCase("")]
    public void What_git_does_not_know_is_refused(string revision) => Assert.That(
        () => GitRepository.Around(_loose.Path)!.Commit(revision), Throws.InstanceOf<GitException>());

    [Test]
    public void Changes_are_files_that_differ_are_gone_or_new()
    {
        using var folder = new TemporaryFolder();
        Commit(folder);
        Pack(folder);
        var solution = Path.Combine(folder.Path, "solution");
        Assert.That(WorkTree.ChangedSince(solution, "HEAD"), Is.Empty);
        folder.Write("solution/sub/new.yaml", "object: x\n");
        folder.Write("solution/sub/new.csv", "a\n");
        folder.Write("solution/solution.yaml", File.ReadAllText(Path.Combine(solution, "solution.yaml")) + "# more\n");
        File.Delete(Path.Combine(solution, "sub", "big.yaml"));

        var changed = WorkTree.ChangedSince(solution, "HEAD");

        Assert.That(changed, Is.EqualTo(new[] { "solution.yaml", "sub/big.yaml", "sub/new.yaml" }));
    }

    [Test]
    public void A_delta_that_lies_is_refused()
    {
        Assert.That(() => Delta.Apply([1, 2, 3], [3, 9, 0x91, 0, 9]), Throws.Exception);
        Assert.That(() => Delta.Apply([1, 2, 3], [4, 1, 1, 7]), Throws.InstanceOf<GitException>());
        Assert.That(Delta.Apply([1, 2, 3], [3, 4, 0x91, 1, 2, 2, 8, 9]), Is.EqualTo(new byte[] { 2, 3, 8, 9 }));
    }

    private static void Commit(TemporaryFolder folder)
    {
        Git(folder.Path, "init", "-q", "-b", "main");
        folder.Write("solution/solution.yaml", "formatVersion: 1\n");
        foreach (var text in Versions)
        {
            folder.Write("solution/sub/big.yaml", text);
            Git(folder.Path, "add", "-A");
            Git(folder.Path, "-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false",
                "commit", "-q", "-m", "version");
        }
    }

    private static void Pack(TemporaryFolder folder)
    {
        Git(folder.Path, "gc", "-q", "--aggressive", "--prune=now");
        var packs = Path.Combine(folder.Path, ".git", "objects", "pack");
        Assert.That(Directory.GetFiles(packs, "*.idx"), Is.Not.Empty);
    }

    private static string Git(string folder, params string[] arguments)
    {
        var start = new ProcessStartInfo("git", arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["GIT_COMMITTER_NAME"] = "T";
        start.Environment["GIT_COMMITTER_EMAIL"] = "t@example.org";
        start.Environment["GIT_CONFIG_GLOBAL"] = "/dev/null";
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEnd();
        var error = process.StandardError.ReadToEnd();
        process.WaitForExit();
        Assert.That(process.ExitCode, Is.Zero, error);
        return output;
    }
}
