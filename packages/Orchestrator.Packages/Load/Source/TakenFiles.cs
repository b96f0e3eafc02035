using System.IO.Enumeration;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load.Source;

/// <summary>The files that one attempt reads, and what was left because somebody is not done with it.</summary>
/// <param name="Files">Names below the folder, in the order in which they are read.</param>
/// <param name="Left">Why others were left, in words; empty where none was.</param>
internal sealed record TakenFiles(IReadOnlyList<string> Files, IReadOnlyList<string> Left)
{
    /// <summary>Chooses among the files that a pattern stands for.</summary>
    public static TakenFiles Of(
        FileIntake intake, IFilePlace place, string pattern, TimeProvider time, bool ignoreCase = false)
    {
        var (files, left) = (new List<string>(), new List<string>());
        var now = time.GetUtcNow().UtcDateTime;
        foreach (var file in place.Files(pattern, ignoreCase)
            .Where(file => !IsDoneFile(intake, file) && !intake.IsMovedTo(file)))
        {
            if (Obstacle(intake, place, file, now) is { } why)
            {
                left.Add($"'{file}' {why}");
            }
            else
            {
                files.Add(file);
            }
        }

        // Of two that were written at once the later name.
        return intake.Take == FileTake.Latest && files.Count > 1
            ? new([files.MaxBy(file => (WrittenAt(place, file), files.IndexOf(file)))!], left)
            : new(files, left);
    }

    private static bool IsDoneFile(FileIntake intake, string file) => intake.DoneFile is { } done
        && FileSystemName.MatchesSimpleExpression(done, Path.GetFileName(file), ignoreCase: false);

    private static string? Obstacle(FileIntake intake, IFilePlace place, string file, DateTime now)
    {
        if (intake.DoneFile is { } done && DoneFiles(done, place, file).Count == 0)
        {
            return $"has no '{done}' beside it";
        }

        // One that was written in the future, by another clock, is not known to be at rest.
        return intake.StableFor > TimeSpan.Zero && now - WrittenAt(place, file) < intake.StableFor
            ? $"was written to within the last {intake.StableFor.TotalSeconds:0} s"
            : null;
    }

    /// <summary>The files that are there and say that a file is complete, as names below the folder.</summary>
    public static IReadOnlyList<string> DoneFiles(string done, IFilePlace place, string file)
    {
        var name = Path.GetFileName(file);
        return [.. new[] { name, Path.GetFileNameWithoutExtension(name) }
            .Select(each => file[..(file.Length - name.Length)] + done.Replace("*", each, StringComparison.Ordinal))
            .Distinct().SelectMany(each => place.Files(each))];
    }

    // Long ago where it is not there any more.
    private static DateTime WrittenAt(IFilePlace place, string file) => place.StampOf(file)?.Written ?? default;
}
