using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

internal sealed class ChangedFilesTests
{
    private const string Object = "projects/Staging/objects/a.yaml";

    [TestCase("written")]
    [TestCase("added")]
    [TestCase("removed")]
    public void A_solution_that_changes_while_it_is_read_is_refused(string what)
    {
        using var folder = Solution();

        var loaded = Load(folder, what);

        Assert.That(loaded.Solution, Is.Null);
        Assert.That(
            loaded.Diagnostics.Select(each => (each.Code, each.At.File)),
            Does.Contain(("ORC1054", what == "added" ? "connections/late.yaml" : Object)));
    }

    [Test]
    public void One_that_stays_as_it_is_is_read()
    {
        using var folder = Solution();

        Assert.That(Load(folder, "nothing").Solution, Is.Not.Null);
    }

    private static TemporaryFolder Solution()
    {
        var folder = new TemporaryFolder();
        folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Staging, platform: Sqlite, connectionString: "Data Source=${env:PLACE}"}
            projects:
              - {project: Staging, target: Staging}
            """);
        folder.Write(Object, "object: a\nkind: sql\nsql: select 1\n");
        return folder;
    }

    // Variables are asked for while solution.yaml is read, which is the last file.
    private static LoadedSolution Load(TemporaryFolder folder, string what) => SolutionLoader.Load(
        folder.Path, null, new SolutionLoadOptions
        {
            Variable = _ =>
            {
                Change(folder, what);
                return "x.db";
            },
        });

    private static void Change(TemporaryFolder folder, string what)
    {
        switch (what)
        {
            case "written":
                folder.Write(Object, "object: a\nkind: sql\n");
                break;
            case "added":
                folder.Write("connections/late.yaml", "connection: Late\nplatform: Sqlite\n");
                break;
            case "removed":
                File.Delete(Path.Combine(folder.Path, Object));
                break;
        }
    }
}
