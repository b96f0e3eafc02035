using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load.Rejects;

/// <summary>The file beside a target file that keeps the rejected rows of one attempt, as csv.</summary>
internal static class ErrorFile
{
    /// <summary>
    /// Its name below the folder of the target: the template of the error table, whose schema is a folder, with the
    /// target's name for @@this. err.@@this of customer.csv in attempt 482 is err/customer.0000000482.csv.
    /// </summary>
    public static string Of(ObjectDefinition definition, long attempt)
    {
        var parts = definition.Errors.Table.Value.Split('.', 2);
        var stem = definition.Target.Name;
        foreach (var ending in (string[])[".gz", Path.GetExtension(WithoutGz(stem))])
        {
            stem = ending.Length > 0 && stem.EndsWith(ending, StringComparison.OrdinalIgnoreCase)
                ? stem[..^ending.Length]
                : stem;
        }

        var name = string.Join('/', parts.Select(part => part.Replace("@@this", stem, StringComparison.Ordinal)));
        return FileParts.Of(name + ".csv", attempt);
    }

    private static string WithoutGz(string name) =>
        name.EndsWith(".gz", StringComparison.OrdinalIgnoreCase) ? name[..^3] : name;
}
