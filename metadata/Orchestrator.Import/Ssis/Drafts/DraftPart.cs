namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>A piece of YAML that is still to be written.</summary>
internal abstract record DraftPart
{
    public static DraftText Of(string text) => new(text);

    public static DraftBare Of(bool flag) => new(flag ? "true" : "false");

    public static DraftList Of(IEnumerable<string> texts) =>
        new([.. texts.Select(text => new DraftText(text))]);
}

/// <summary>A text, quoted where it has to be.</summary>
internal sealed record DraftText(string Text) : DraftPart;

/// <summary>A number or a word of YAML, written as it is.</summary>
internal sealed record DraftBare(string Text) : DraftPart;

/// <summary>A list.</summary>
internal sealed record DraftList(IReadOnlyList<DraftPart> Items) : DraftPart;

/// <summary>Keys in the order in which people write them.</summary>
internal sealed record DraftMap(IReadOnlyList<DraftEntry> Entries) : DraftPart
{
    /// <summary>Those entries that have something to say.</summary>
    public static DraftMap Of(params DraftEntry?[] entries) => new([.. entries.OfType<DraftEntry>()]);

    /// <summary>The text of a key; null where there is none.</summary>
    public string? Text(string key) => (Entries.FirstOrDefault(each => each.Key == key)?.Value as DraftText)?.Text;
}

/// <summary>A key and what stands under it.</summary>
internal sealed record DraftEntry(string Key, DraftPart Value)
{
    /// <summary>The entry of a text.</summary>
    public static DraftEntry Of(string key, string text) => new(key, new DraftText(text));

    /// <summary>The same where there is a text; null otherwise.</summary>
    public static DraftEntry? Maybe(string key, string? text) =>
        string.IsNullOrEmpty(text) ? null : new(key, new DraftText(text));

    /// <summary>An entry where a condition holds; null otherwise.</summary>
    public static DraftEntry? If(bool isSaid, string key, DraftPart value) => isSaid ? new(key, value) : null;
}
