namespace Orchestrator.Data.Forms;

/// <summary>Reads values from text of a form.</summary>
internal readonly struct FormedText<T, TText>(TText plain, ValueForm form) : IValueText<T>
    where TText : struct, IValueText<T>
{
    public ValueResult Read(ReadOnlySpan<byte> text, out T value)
    {
        Span<byte> room = stackalloc byte[ValueForm.BytesMax];
        if (form.TryRead(text, room, out var length))
        {
            return plain.Read(room[..length], out value);
        }

        value = default!;
        return ValueResult.NotAValue;
    }
}
