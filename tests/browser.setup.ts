import '@arco-design/web-react/es/_util/react-19-adapter'
