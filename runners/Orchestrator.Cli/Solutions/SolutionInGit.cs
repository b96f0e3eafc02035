using Orchestrator.Cli.Grammar;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Git;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Cli.Solutions;

/// <summary>The solution as a commit has it: its text from git, the listing of data files from today's disk.</summary>
internal static class SolutionInGit
{
    private static readonly string[] Read = [".yaml", ".yml", ".sql", ".txt"];

    /// <summary>The plan that the commit compiles to.</summary>
    /// <exception cref="UsageException">No such revision, or what it holds is refused.</exception>
    public static PlanContent Plan(Call call, string revision, string batch)
    {
        try
        {
            return SolutionElsewhere.Read(
                call, "diff", folder => Write(call.SolutionFolder, revision, folder),
                loaded => Compiled(loaded, revision, batch));
        }
        catch (Exception refused) when (refused is GitException or InvalidDataException or EndOfStreamException)
        {
            throw new UsageException(
                refused.Message, "give --against a branch, tag or commit of its repository, or a run as `latest`");
        }
    }

    private static PlanContent Compiled(LoadedSolution loaded, string revision, string batch)
    {
        var compiled = loaded.Solution is { } solution ? CallSolution.Compile(solution, batch) : null;
        return compiled?.Document ?? throw Refused(revision, loaded.Diagnostics.Concat(compiled?.Diagnostics ?? []));
    }

    private static void Write(string folder, string revision, string temporary)
    {
        var repository = WorkTree.Repository(folder);
        foreach (var (path, name) in repository.Entries(repository.Commit(revision), folder))
        {
            if (Read.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase))
            {
                SolutionElsewhere.Write(
                    temporary, path, file => File.WriteAllBytes(file, repository.Content(name)));
            }
        }
    }

    private static UsageException Refused(string revision, IEnumerable<Diagnostic> diagnostics)
    {
        var first = diagnostics.FirstOrDefault(each => each.Severity == Severity.Error);
        return new UsageException($"the solution at {revision} cannot be compiled"
            + (first is null ? "" : $": {first.At} {first.Code}: {first.Message}"));
    }
}
