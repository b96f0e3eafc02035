using System.Buffers.Binary;
using System.Text;

namespace Orchestrator.Runner.Tests.Telemetry.Otlp;

/// <summary>A message of protocol buffers, read by the numbers of its fields; throws where it is none.</summary>
internal sealed class Message
{
    private readonly List<(int Field, ulong Number, byte[] Bytes)> _fields = [];

    public Message(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            var key = Varint(ref bytes);
            var (field, wire) = ((int)(key >> 3), (int)(key & 7));
            _fields.Add(wire switch
            {
                0 => (field, Varint(ref bytes), []),
                1 => (field, BinaryPrimitives.ReadUInt64LittleEndian(Take(ref bytes, 8)), []),
                2 => (field, 0, Take(ref bytes, (int)Varint(ref bytes)).ToArray()),
                5 => (field, BinaryPrimitives.ReadUInt32LittleEndian(Take(ref bytes, 4)), []),
                _ => throw new InvalidDataException($"wire type {wire}"),
            });
        }
    }

    public bool Has(int field) => _fields.Exists(one => one.Field == field);

    public ulong Number(int field) => _fields.Find(one => one.Field == field).Number;

    public double Double(int field) => BitConverter.UInt64BitsToDouble(Number(field));

    public byte[] Bytes(int field) => _fields.Find(one => one.Field == field).Bytes ?? [];

    public string Text(int field) => Encoding.UTF8.GetString(Bytes(field));

    public Message Inner(int field) => new(Bytes(field));

    public IEnumerable<Message> All(int field) =>
        _fields.Where(one => one.Field == field).Select(one => new Message(one.Bytes));

    /// <summary>Numbers of eight bytes, one behind the other.</summary>
    public IEnumerable<ulong> Packed(int field) => _fields.Where(one => one.Field == field).SelectMany(one =>
        one.Bytes.Length == 0 ? [one.Number] : one.Bytes.Chunk(8).Select(each => BitConverter.ToUInt64(each)));

    /// <summary>Attributes: repeated key and value.</summary>
    public Dictionary<string, object> Attributes(int field) => All(field)
        .ToDictionary(one => one.Text(1), one => Value(one.Inner(2)));

    private static object Value(Message value) =>
        value.Has(1) ? value.Text(1) : value.Has(2) ? value.Number(2) != 0
        : value.Has(3) ? (long)value.Number(3) : value.Has(4) ? value.Double(4) : "";

    private static ulong Varint(ref ReadOnlySpan<byte> bytes)
    {
        var (value, shift) = (0UL, 0);
        while (true)
        {
            var next = Take(ref bytes, 1)[0];
            value |= (ulong)(next & 0x7f) << shift;
            if (next < 0x80)
            {
                return value;
            }

            shift += 7;
        }
    }

    private static ReadOnlySpan<byte> Take(ref ReadOnlySpan<byte> bytes, int count)
    {
        var taken = bytes[..count];
        bytes = bytes[count..];
        return taken;
    }
}
