using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Files of a solution whose path leads elsewhere by the time they are opened.</summary>
[Platform("Linux,MacOsX", Reason = "links need a right elsewhere")]
internal sealed class OpenedFileTests
{
    [Test]
    public void A_file_whose_folder_became_a_link_out_of_the_solution_is_opened_and_not_taken()
    {
        using var solution = new TemporaryFolder();
        using var outside = new TemporaryFolder();
        File.WriteAllText(Path.Combine(outside.Path, "a.sql"), "secret");
        Directory.CreateSymbolicLink(Path.Combine(solution.Path, "sql"), outside.Path);

        Assert.That(OpenedFile.Read(Path.Combine(solution.Path, "sql", "a.sql"), solution.Path), Is.Null);
    }

    [Test]
    public void A_link_that_stays_within_the_solution_is_followed()
    {
        using var solution = new TemporaryFolder();
        Directory.CreateDirectory(Path.Combine(solution.Path, "sql"));
        File.WriteAllText(Path.Combine(solution.Path, "sql", "a.sql"), "mine");
        File.CreateSymbolicLink(Path.Combine(solution.Path, "b.sql"), Path.Combine(solution.Path, "sql", "a.sql"));

        Assert.That(OpenedFile.Read(Path.Combine(solution.Path, "b.sql"), solution.Path),
            Is.EqualTo("mine"u8.ToArray()));
    }
}
