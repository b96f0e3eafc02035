using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>The texts of a package that are no SQL: names of tables and files, arguments, options and messages.
/// </summary>
internal static class TextsOfRun
{
    public static IEnumerable<TextOfRun> Of(ObjectDefinition definition) =>
    [
        .. OfSource(definition), .. OfTarget(definition), .. OfPrograms(definition),
        .. definition.Own?.Texts(definition.At) ?? [],
    ];

    private static IEnumerable<TextOfRun> OfSource(ObjectDefinition definition) =>
        definition.Source is not { } source ? [] :
        [
            .. TextOfRun.Texts(definition.At, source.Schema, source.Name),
            .. TextOfRun.Files(
                definition.At, source.FileAsWritten ?? source.File, source.MemberAsWritten ?? source.Member),
        ];

    private static IEnumerable<TextOfRun> OfTarget(ObjectDefinition definition) =>
        definition.Target is { Format: not null, Name: var file } ? TextOfRun.Files(definition.At, file) : [];

    private static IEnumerable<TextOfRun> OfPrograms(ObjectDefinition definition) =>
    [
        .. TextOfRun.Texts(definition.At, [.. definition.Starts?.Written ?? []]),
        .. TextOfRun.Texts(definition.At, [.. definition.Process?.Variables.Select(one => one.Written) ?? []]),
        .. (definition.Plugin?.Options ?? []).Select(option => new TextOfRun(option.Written, option.At)),
    ];
}
