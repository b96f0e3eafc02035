using System.Buffers;
using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text;

namespace Orchestrator.Tds;

/// <summary>
/// Reads messages from the client: the packets' headers fall away, the payload is one stream of little-endian values.
/// Blocks its thread while nothing has come.
/// </summary>
internal sealed class MessageReader(Socket socket)
{
    private const int HeaderSize = 8;
    private const int LongestSpan = 1 << 16;

    private readonly byte[] _buffer = new byte[1 << 18];
    private byte[] _scratch = new byte[256];
    private int _at;
    private int _end;
    private int _payload;
    private PacketStatus _status = PacketStatus.EndOfMessage;

    /// <summary>The kind of the message being read.</summary>
    public PacketType Type { get; private set; }

    /// <summary>The status bits of its first packet.</summary>
    public PacketStatus FirstStatus { get; private set; }

    /// <summary>Bytes of the message read so far, without headers.</summary>
    public long Position { get; private set; }

    /// <summary>Gets a copy of every byte of payload from now on, unless null.</summary>
    public IBufferWriter<byte>? Copy { get; set; }

    /// <summary>Whether bytes from the client wait that nobody has read.</summary>
    public bool IsSomethingWaiting => _end > _at || socket.Available > 0;

    /// <summary>Whether the message has not been read to its end.</summary>
    public bool IsInMessage => _payload > 0 || !IsLast;

    private bool IsLast => _status.HasFlag(PacketStatus.EndOfMessage);

    /// <summary>Waits for the next message; false when the client closed the connection.</summary>
    public bool TryBegin()
    {
        if (!TryFill(HeaderSize))
        {
            return false;
        }

        ReadHeader();
        (FirstStatus, Position, Copy) = (_status, 0, null);
        return true;
    }

    /// <summary>Whether payload is left in this message; waits for the next packet to know.</summary>
    public bool HasMore()
    {
        while (_payload == 0 && !IsLast)
        {
            var type = Type;
            Fill(HeaderSize);
            ReadHeader();
            if (Type != type)
            {
                throw Type == PacketType.Attention
                    ? new AttentionException()
                    : new InvalidDataException($"a packet of type {Type} came inside a message of type {type}");
            }
        }

        if (_payload == 0 && _status.HasFlag(PacketStatus.Ignore))
        {
            _status = PacketStatus.EndOfMessage;
            throw new MessageIgnoredException();
        }

        return _payload > 0;
    }

    /// <summary>Reads past so many bytes, or to the end of the message, without looking at them.</summary>
    public void Skip(long count)
    {
        while (count > 0 && HasMore())
        {
            Fill(1);
            var step = (int)Math.Min(count, Math.Min(_payload, _end - _at));
            Consume(step);
            count -= step;
        }
    }

    /// <summary>The next bytes, valid until the next read.</summary>
    public ReadOnlySpan<byte> Span(int count)
    {
        if (count == 0)
        {
            return [];
        }

        if (count > LongestSpan || !HasMore() || _payload < count)
        {
            return Gather(count);
        }

        Fill(count);
        var span = _buffer.AsSpan(_at, count);
        Consume(count);
        return span;
    }

    public byte Byte() => Span(1)[0];

    /// <summary>The rest of the message.</summary>
    public byte[] Rest()
    {
        var bytes = new ArrayBufferWriter<byte>();
        Copy = bytes;
        Skip(long.MaxValue);
        Copy = null;
        return bytes.WrittenSpan.ToArray();
    }

    public ushort UInt16() => BinaryPrimitives.ReadUInt16LittleEndian(Span(2));

    public int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Span(4));

    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Span(8));

    public string Unicode(int characters) => Encoding.Unicode.GetString(Span(characters * 2));

    private Span<byte> Gather(int count)
    {
        if (_scratch.Length < count)
        {
            _scratch = new byte[count];
        }

        for (var done = 0; done < count;)
        {
            if (!HasMore())
            {
                throw new InvalidDataException($"the {Type} message ended {count - done} bytes too early");
            }

            Fill(1);
            var step = Math.Min(count - done, Math.Min(_payload, _end - _at));
            _buffer.AsSpan(_at, step).CopyTo(_scratch.AsSpan(done));
            Consume(step);
            done += step;
        }

        return _scratch.AsSpan(0, count);
    }

    private void ReadHeader()
    {
        var header = _buffer.AsSpan(_at, HeaderSize);
        Type = (PacketType)header[0];
        _status = (PacketStatus)header[1];
        _payload = BinaryPrimitives.ReadUInt16BigEndian(header[2..]) - HeaderSize;
        _at += HeaderSize;
    }

    private void Consume(int count)
    {
        Copy?.Write(_buffer.AsSpan(_at, count));
        _at += count;
        _payload -= count;
        Position += count;
    }

    private void Fill(int count)
    {
        if (!TryFill(count))
        {
            throw new ConnectionEndedException();
        }
    }

    private bool TryFill(int count)
    {
        if (_end - _at >= count)
        {
            return true;
        }

        _buffer.AsSpan(_at, _end - _at).CopyTo(_buffer);
        (_at, _end) = (0, _end - _at);
        while (_end < count)
        {
            var got = socket.Receive(_buffer.AsSpan(_end));
            if (got == 0)
            {
                return false;
            }

            _end += got;
        }

        return true;
    }
}
