using Orchestrator.Cli.Git;
using Orchestrator.Cli.Grammar;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Cli.Verbs;

/// <summary>The solution as a commit has it: its text from git, the listing of data files from today's disk.</summary>
internal static class SolutionInGit
{
    private static readonly string[] Read = [".yaml", ".yml", ".sql", ".txt"];

    /// <summary>The plan that the commit compiles to.</summary>
    /// <exception cref="UsageException">No such revision, or what it holds is refused.</exception>
    public static PlanDocument Plan(Call call, string revision, string batch)
    {
        var temporary = Directory.CreateTempSubdirectory("orchestrator-diff-").FullName;
        try
        {
            Write(call.SolutionFolder, revision, temporary);
            var loaded = SolutionAtHand.Load(call, temporary, Listing(temporary, call.SolutionFolder));
            var compiled = loaded.Solution is { } solution ? SolutionAtHand.Compile(solution, batch) : null;
            return compiled?.Document ?? throw Refused(
                revision, loaded.Diagnostics.Concat(compiled?.Diagnostics ?? []));
        }
        catch (Exception refused) when (refused is GitException or InvalidDataException or EndOfStreamException)
        {
            throw new UsageException(refused.Message, "give --against a branch, tag, commit or run");
        }
        finally
        {
            Directory.Delete(temporary, recursive: true);
        }
    }

    private static void Write(string folder, string revision, string temporary)
    {
        var repository = WorkTree.Repository(folder);
        foreach (var (path, name) in repository.Entries(repository.Commit(revision), folder))
        {
            if (Read.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase))
            {
                var file = Path.Combine(temporary, path);
                Directory.CreateDirectory(Path.GetDirectoryName(file)!);
                File.WriteAllBytes(file, repository.Content(name));
            }
        }
    }

    private static SourceListing Listing(string temporary, string folder)
    {
        string There(string path) => path.StartsWith(temporary, StringComparison.Ordinal)
            ? folder + path[temporary.Length..]
            : path;
        return new SourceListing
        {
            Files = path => Kinds.Listing.Files(There(path)),
            Header = (path, format) => Kinds.Listing.Header(There(path), format),
        };
    }

    private static UsageException Refused(string revision, IEnumerable<Diagnostic> diagnostics)
    {
        var first = diagnostics.FirstOrDefault(each => each.Severity == Severity.Error);
        return new UsageException($"the solution at {revision} cannot be compiled"
            + (first is null ? "" : $": {first.At} {first.Code}: {first.Message}"));
    }
}
