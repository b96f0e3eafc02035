namespace Orchestrator.Runner.Tests;

internal sealed class GitCommitTests
{
    private const string Commit = "0123456789abcdef0123456789abcdef01234567";

    [Test]
    public void The_commit_of_a_branch_is_found_from_a_folder_below()
    {
        using var folder = new TemporaryFolder();
        folder.Write(".git/HEAD", "ref: refs/heads/main\n");
        folder.Write(".git/refs/heads/main", Commit + "\n");
        folder.Write("a/b/solution.yaml", "");

        var commit = GitCommit.Of(Path.Combine(folder.Path, "a", "b"));

        Assert.That(commit, Is.EqualTo(Commit));
    }

    [Test]
    public void A_packed_branch_is_found()
    {
        using var folder = new TemporaryFolder();
        folder.Write(".git/HEAD", "ref: refs/heads/main\n");
        folder.Write(".git/packed-refs", $"# pack-refs\n{Commit[..39]}8 refs/heads/other\n{Commit} refs/heads/main\n");

        var commit = GitCommit.Of(folder.Path);

        Assert.That(commit, Is.EqualTo(Commit));
    }

    [Test]
    public void A_detached_head_is_its_own_commit()
    {
        using var folder = new TemporaryFolder();
        folder.Write(".git/HEAD", Commit);

        Assert.That(GitCommit.Of(folder.Path), Is.EqualTo(Commit));
    }

    [Test]
    public void A_worktree_leads_to_the_common_folder()
    {
        using var folder = new TemporaryFolder();
        folder.Write("tree/.git", "gitdir: ../main/worktrees/tree\n");
        folder.Write("main/worktrees/tree/HEAD", "ref: refs/heads/side\n");
        folder.Write("main/worktrees/tree/commondir", "../..\n");
        folder.Write("main/refs/heads/side", Commit);

        Assert.That(GitCommit.Of(Path.Combine(folder.Path, "tree")), Is.EqualTo(Commit));
    }

    [Test]
    public void No_commit_yet_is_none()
    {
        using var folder = new TemporaryFolder();
        folder.Write(".git/HEAD", "ref: refs/heads/main\n");

        Assert.That(GitCommit.Of(folder.Path), Is.Null);
    }
}
