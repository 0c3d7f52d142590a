-- Opens the current capture of Wireshark or tshark in Selfclock, or the connection of a packet.
--
-- Wireshark: copy this file to its folder of personal Lua plugins (Help > About > Folders). The menu entries are
-- Tools > Selfclock, and on the packet list's context menu (Wireshark 4.2 and later). "Edit > Preferences > Protocols >
-- Selfclock" sets the command if it is not on the path.
--
-- tshark:  tshark -q -r FILE -X lua_script:selfclock.lua -X lua_script1:open
--          tshark -q -r FILE -X lua_script:selfclock.lua -X lua_script1:frame=42
--
-- Lua cannot get the name of the open file, which may not even be saved: the packets are written to a temporary file,
-- in which every packet keeps its number, and that is opened.

local selfclock = Proto("selfclock", "Selfclock")
selfclock.prefs.command = Pref.string("Command", "selfclock", "Command that starts Selfclock, e.g. npx selfclock")
selfclock.prefs.options = Pref.string("Options", "", "Options after 'open FILE', e.g. --port 8081")

local IS_WINDOWS = package.config:sub(1, 1) == "\\"

local function say(text)
  if gui_enabled() then
    local window = TextWindow.new("Selfclock")
    window:set(text)
  else
    io.stderr:write("selfclock.lua: " .. text .. "\n")
  end
end

-- A name of letters and digits, safe in any shell.
local function temporary_name()
  local name = os.tmpname()
  os.remove(name)
  if IS_WINDOWS and name:sub(1, 1) == "\\" then name = os.getenv("TEMP") .. name end
  return name .. ".pcapng"
end

-- Runs the command: Wireshark does not wait for it, tshark does and prints the URL.
local function open(file, frame)
  local quoted = '"' .. file .. '"'
  local command = selfclock.prefs.command .. " open " .. quoted
  if frame then command = command .. string.format(" --frame %d", frame) end
  if selfclock.prefs.options ~= "" then command = command .. " " .. selfclock.prefs.options end
  if gui_enabled() then
    if IS_WINDOWS then command = 'start "" /b ' .. command else command = command .. " &" end
  end
  if not os.execute(command) then
    say("Selfclock did not open the capture. Does \"" .. selfclock.prefs.command .. "\" run in a terminal?")
  end
end

-- A tap that writes every packet to a file.
local function packet_writer()
  local tap = Listener.new("frame")
  local file, dumper, problem
  function tap.packet()
    if problem then return end
    local ok, reason = pcall(function()
      if not dumper then
        file = temporary_name()
        dumper = Dumper.new_for_current(file, wtap_filetypes and wtap_filetypes["PCAPNG"])
      end
      dumper:dump_current()
    end)
    if not ok then problem = reason end
  end
  return {
    tap = tap,
    finish = function()
      if dumper then dumper:close() end
      local written = dumper and file
      dumper = nil
      if problem then return nil, "The packets cannot be written: " .. tostring(problem) end
      if not written then return nil, "There are no packets to open." end
      return written
    end,
  }
end

local function write_and_open(frame)
  local writer = packet_writer()
  retap_packets()
  writer.tap:remove()
  local file, problem = writer.finish()
  if file then open(file, frame) else say(problem) end
end

local function frame_of(fields)
  for _, field in ipairs(fields) do
    if field.name == "frame.number" then return tonumber(tostring(field.value)) end
  end
end

if gui_enabled() then
  register_menu("Selfclock/Open this capture", function() write_and_open() end, MENU_TOOLS_UNSORTED)
  register_menu("Selfclock/Open the connection of a packet…", function()
    new_dialog("Selfclock", function(text)
      local frame = tonumber(text)
      if frame and frame >= 1 and frame % 1 == 0 then write_and_open(frame) else say("Enter the number of a packet.") end
    end, "Packet number")
  end, MENU_TOOLS_UNSORTED)
  if register_packet_menu then
    register_packet_menu("Selfclock/Open this connection", function(...)
      write_and_open(frame_of({ ... }))
    end, "tcp")
  end
end

local asked = ({ ... })[1]
if not gui_enabled() and asked then
  local frame = tonumber(asked:match("^frame=([1-9]%d*)$"))
  if asked == "open" or frame then
    local writer = packet_writer()
    function writer.tap.draw()
      local file, problem = writer.finish()
      if file then open(file, frame) else say(problem) end
    end
  else
    say('The argument is "open" or "frame=N", not "' .. asked .. '".')
  end
end
