using Orchestrator.Core;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Whether members of zip files can be read as a source says.</summary>
internal static class MemberChecks
{
    public static void Check(BuildScope scope, string? connection, YamlMap written)
    {
        if (written.Entry(SourceKeys.Member.Name) is not { Value: YamlScalar member } entry)
        {
            return;
        }

        var bag = scope.Context.Bag;
        if (written.Entry(SourceKeys.File.Name) is null)
        {
            bag.Error("ORC1038", entry.Key.At, "'member' does nothing here: it goes with a file only",
                "add file: NAME.zip, or leave it out");
        }

        // Where a variable has no value yet, its name stands there.
        if (!NameBelow.Stays(member.Text))
        {
            bag.Error("ORC1150", member.At, $"'member: {member.Text}' is the name of no member of a zip file",
                "name it with / between its folders and without .., as the zip file does: \"export/*.csv\"");
        }

        if (scope.Connection(connection) is { IsFolder: true } files
            && written.Text(SourceKeys.Format.Name) is { } format
            && files.Formats.TryGetValue(format, out var known) && known.Style == FileStyle.Excel)
        {
            bag.Error("ORC1151", member.At, $"the format '{format}' is one of workbooks, which are read from their end "
                + "and not out of a zip file",
                "have the workbook delivered as it is, or unpack it before");
        }
    }
}
