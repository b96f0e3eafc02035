namespace Orchestrator.Tds;

/// <summary>Reads the calls of one RPC message (MS-TDS 2.2.6.6).</summary>
internal static class CallReader
{
    private const ushort ByNumber = 0xFFFF;
    private const byte IsOutput = 1;

    // What stands between two calls is longer than any parameter's name can be.
    private const byte LongestName = 128;

    private static readonly Dictionary<int, string> Numbered = new()
    {
        [1] = "sp_cursor",
        [2] = "sp_cursoropen",
        [3] = "sp_cursorprepare",
        [4] = "sp_cursorexecute",
        [5] = "sp_cursorprepexec",
        [6] = "sp_cursorunprepare",
        [7] = "sp_cursorfetch",
        [8] = "sp_cursoroption",
        [9] = "sp_cursorclose",
        [10] = "sp_executesql",
        [11] = "sp_prepare",
        [12] = "sp_execute",
        [13] = "sp_prepexec",
        [14] = "sp_prepexecrpc",
        [15] = "sp_unprepare",
    };

    public static List<Call> Read(Session session, MessageReader from)
    {
        var calls = new List<Call>();
        while (from.HasMore())
        {
            var length = from.UInt16();
            var procedure = length == ByNumber ? Numbered[from.UInt16()] : from.Unicode(length);
            from.UInt16();
            calls.Add(new(session, procedure, ReadParameters(from)));
        }

        return calls;
    }

    private static Parameter[] ReadParameters(MessageReader from)
    {
        var parameters = new List<Parameter>();
        while (from.HasMore() && from.Byte() is var length && length <= LongestName)
        {
            var name = from.Unicode(length);
            var flags = from.Byte();
            var wire = TypeInfo.Read(from);
            parameters.Add(new(name, wire.Type, ValueFrame.ReadParameter(from, wire), (flags & IsOutput) != 0));
        }

        return [.. parameters];
    }
}
