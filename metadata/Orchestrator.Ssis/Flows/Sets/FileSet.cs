using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Sets;

/// <summary>A column of a file, or a constant beside its columns.</summary>
internal sealed record FileItem(ColumnOrigin Origin, string Source, FlowType Type)
{
    /// <summary>The constant; null of a column of the file.</summary>
    public string? Value { get; init; }

    /// <summary>Whether a text that is too long is cut.</summary>
    public bool CutsText { get; init; }

    /// <summary>Whether it was read as a text and then converted: the empty text is then no value of the type.
    /// </summary>
    public bool IsConverted { get; init; }

    private bool IsText => FlowColumnTypes.IsText(Type);

    /// <summary>Whether nothing in the file becomes the empty text, where NULL is not retained.</summary>
    public bool IsEmptyText => Value is null && IsText;

    /// <summary>Whether it becomes 0.</summary>
    public bool IsZero => Value is null && !IsConverted && FlowColumnTypes.IsNumber(Type);

    /// <summary>Whether it is an error.</summary>
    public bool IsError => Value is null && !IsText && (IsConverted || FlowColumnTypes.IsMoment(Type));
}

/// <summary>The rows of a file, as they are read; nothing was computed of them yet.</summary>
internal sealed record FileSet(FlowFile File, string Name) : FlowSet
{
    /// <summary>What the columns of the flow are.</summary>
    public IReadOnlyList<FileItem> Items { get; init; } = [];

    /// <summary>The columns of the file, in its order.</summary>
    public IReadOnlyList<FileItem> Declared { get; init; } = [];

    /// <summary>Whether nothing in a column stays NULL; else it is the empty text or 0.</summary>
    public bool RetainsNulls { get; init; } = true;

    /// <summary>The characters of a text that stands in a column of that width, with the blanks at its end, which are a
    /// part of it in a flow; 0 where the line ends it, or it is no text of a file of fixed width.</summary>
    public int WidthOf(FileItem item)
    {
        var place = Declared.TakeWhile(each => each.Source != item.Source).Count();
        return File.Format.Style != FlowFileStyle.Fixed || item.Value is not null || place >= File.Format.Widths.Count
            || !FlowColumnTypes.IsText(item.Type) || (File.Format.FillsShortRows && place == Declared.Count - 1)
                ? 0 : File.Format.Widths[place];
    }

    public FileItem? Find(ColumnOrigin? origin) => Items.FirstOrDefault(each => each.Origin == origin);
}
