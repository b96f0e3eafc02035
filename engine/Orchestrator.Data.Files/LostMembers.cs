using System.Text;
using Orchestrator.Core;

namespace Orchestrator.Data.Files;

/// <summary>
/// Says which columns of JSON lines became NULL because nothing is called like them any more: those without a member in
/// any row of a file that has, in its place, a member that no column takes and no file with theirs has. Where there is
/// none, the sender leaves out what is NULL. Pure.
/// </summary>
internal static class LostMembers
{
    private const int NamesMax = 3;

    /// <summary>A sentence for each of them.</summary>
    /// <param name="names">The columns.</param>
    /// <param name="files">The files that were read to their end, by name.</param>
    /// <param name="hideNames">Whether the names of other members are kept back.</param>
    public static IEnumerable<string> Of(
        IReadOnlyList<string> names, IReadOnlyList<(string File, JsonMembers Members)> files, bool hideNames)
    {
        ReadMembers[] read =
        [
            .. files.Where(file => file.Members.Rows > 0).Select(file => new ReadMembers(
                file.File, file.Members, [.. file.Members.Others.Select(other => ShownText.Of(other))])),
        ];
        for (var column = 0; column < names.Count; column++)
        {
            var without = read.Where(file => !file.Members.Has(column)).ToArray();
            var known = without.Length == 0 ? [] : Others(read.Except(without));
            var lost = without.Where(file => file.Others.Except(known).Any()).ToArray();
            if (lost.Length > 0)
            {
                yield return $"no row of {Some(lost.Select(file => file.Name))} has a member "
                    + $"'{ShownText.Of(Encoding.UTF8.GetBytes(names[column]))}': the column is NULL in "
                    + $"{lost.Sum(file => file.Members.Rows)} rows"
                    + Instead([.. Others(lost).Except(known)], hideNames);
            }
        }
    }

    private static string Instead(string[] others, bool hideNames) => hideNames
        ? "; there are members that no column takes"
        : $"; no column takes {Some(others)}";

    private static HashSet<string> Others(IEnumerable<ReadMembers> files) => [.. files.SelectMany(file => file.Others)];

    private static string Some(IEnumerable<string> names) => Words.First(NamesMax, names.Select(name => $"'{name}'"));

    private sealed record ReadMembers(string Name, JsonMembers Members, string[] Others);
}
